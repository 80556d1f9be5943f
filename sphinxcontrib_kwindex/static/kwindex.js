// Filter of keyword lists. Without this script, lists are complete and links work.
addEventListener('DOMContentLoaded', () => {
  // Ignore case and accents; ß becomes SS.
  const plain = text => text.toUpperCase().normalize('NFKD').replace(/[\u0300-\u036f]/g, '');

  // Scroll to the target several times, since late layout moves it.
  const jump = () => {
    const goal = document.getElementById(location.hash.slice(1));
    if (!goal?.closest('.kwx')) return;
    goal.closest('details')?.setAttribute('open', '');
    for (const wait of [0, 50, 99, 199]) setTimeout(() => goal.scrollIntoView({behavior: 'instant'}), wait);
  };
  addEventListener('hashchange', jump);
  jump();

  for (const root of document.querySelectorAll('.kwx:has(.kwx-bar)')) {
    const all = css => [...root.querySelectorAll(css)], one = (css, part = root) => part.querySelector(css);
    const rows = all('.kwx-list > div'), pages = all('.kwx-ranges a'), hits = one('.kwx-hits'), box = one('input'),
      count = one('.kwx-count'), every = count.textContent;
    let names, own, data, timer, enter;

    // The names of all parts of a divided list are in a data file. Until it is loaded, or if it is
    // from another build, the filter covers this page only.
    const load = () => {
      if (data || !hits) return;
      data = document.createElement('script');
      data.src = root.dataset.src;
      data.onload = data.onerror = () => {
        data = window.kwindexData;
        if (data?.ends.length == pages.length) {
          names = plain(data.names).split('\n');
          data.names = data.names.split('\n');
          rows.map(row => row.hidden = false);
        } else data = 0;
        show();
      };
      document.head.append(data);
    };

    const hit = at => {
      const item = one('template').content.cloneNode(true), name = data.names[at];
      const [, link, code, small] = item.querySelectorAll('*'), [word, start] = data.words[data.kinds[at]];
      link.href = pages[data.ends.findIndex(n => at < n)].pathname + start + (data.ids[at] ?? name.replace('()', ''));
      code.append(name);
      small.append(word);
      return item;
    };

    const run = () => {
      clearTimeout(timer);
      if (!hits || own) show();
      load();
    };

    const show = () => {
      const words = plain(box.value).trim().split(/\s+/), kinds = all(':checked').map(k => k.value),
        on = !!(words[0] || kinds[0]), shown = [];
      let found = 0;
      own ??= rows.map(row => plain(one('a', row).textContent));
      (names ?? own).forEach((name, at) => {
        const fit = words.every(word => name.includes(word)) && (
          !kinds[0] || kinds.includes(names ? data.words[data.kinds[at]][0] : one('small', rows[at]).textContent)
        );
        if (names) fit && on && found < 100 && shown.push(hit(at));
        else rows[at].hidden = !fit;
        found += fit;
      });
      hits?.replaceChildren(...shown);
      all('section, .kwx-list').map(part => part.hidden = on && (!!names || !one('div:not([hidden])', part)));
      all('section > details').map(fold => {
        if (!root.matches('.kwx-on')) fold.was = fold.open;
        fold.open = on || fold.was;
      });
      root.classList.toggle('kwx-on', on);
      count.textContent = on ? count.dataset.some.replace('{}', found.toLocaleString('fr')) : every;
      history.replaceState(0, '', (
        on ? '?' + new URLSearchParams([['kw', box.value], ...kinds.map(k => ['kind', k])]) : location.pathname
      ) + location.hash);
      enter &&= one(names ? '.kwx-hits a' : '.kwx-list div:not([hidden]) a')?.focus();
    };

    box.onfocus = load;
    box.oninput = () => {
      clearTimeout(timer);
      timer = setTimeout(run, rows.length / 100);
    };
    box.onkeydown = ({key, isComposing}) => {
      if (isComposing) return;
      enter = key == 'Enter';
      if (key == 'Escape') {
        box.value = '';
        all(':checked').map(k => k.checked = false);
      } else if (!enter) return;
      run();
    };

    const query = new URLSearchParams(location.search);
    box.value = query.get('kw');
    all('[value]').map(k => {
      if (k.checked = query.has('kind', k.value)) one('.kwx-kinds').open = true;
      k.onchange = run;
    });
    all('[hidden]').map(part => part.hidden = false);
    if (box.value || query.has('kind')) run();
  }
});

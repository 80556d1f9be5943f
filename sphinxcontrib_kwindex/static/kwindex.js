// Filter of keyword lists. Without this script, lists are complete and links work.
// It is run when the page is read.
{
  // Ignore case and accents; ß becomes SS.
  const plain = text => text.toUpperCase().normalize('NFKD').replace(/\p{M}/gu, '');
  const unfold = part => part.closest('details')?.setAttribute('open', '');

  // Scroll to the target several times, since late layout moves it.
  const jump = () => {
    const goal = document.getElementById(location.hash.slice(1));
    if (goal?.closest('.kwx')) {
      unfold(goal);
      for (const wait of [0, 50, 99, 199]) setTimeout(() => goal.scrollIntoView({behavior: 'instant'}), wait);
    }
  };
  addEventListener('hashchange', jump);
  jump();

  for (const root of document.querySelectorAll('.kwx:has(.kwx-bar)')) {
    const all = css => [...root.querySelectorAll(css)], one = (css, part = root) => part.querySelector(css),
      rows = all('.kwx-list > div'), pages = all('.kwx-ranges a'), hits = one('.kwx-hits'),
      [box, ...boxes] = all('input'), count = one('.kwx-count'), every = count.textContent;
    let names, own, data, timer, enter;

    // Kind; rank: 2 if it is explained, 0 if it is only in code; how its anchor begins; label.
    const about = at => names ? data.about[data.sorts[at]] :
      [one('small', rows[at])?.textContent, rows[at].className && 2];

    const hit = at => {
      const item = one('template').content.cloneNode(true), name = data.names[at],
        [, link, code, small] = item.querySelectorAll('*'), [, , start, label] = about(at);
      link.href = pages[data.ends.findIndex(n => at < n)].pathname + start + (data.ids[at] ?? name.replace('()', ''));
      code.append(name);
      small.append(label);
      return item;
    };

    // The names of all parts of a divided list are in a data file. Until it is loaded, or if it is
    // from another build, the filter covers this page only.
    const run = () => {
      clearTimeout(timer);
      if (!hits || own) show();
      if (data || !hits) return;
      data = document.createElement('script');
      data.src = root.dataset.src;
      data.onload = data.onerror = () => {
        data = window.kwindexData;
        if (data?.ends.length == pages.length) {
          names = plain(data.names).split('\n');
          data.names = data.names.split('\n');
        } else data = 0;
        show();
      };
      document.head.append(data);
    };

    const show = () => {
      const words = plain(box.value).match(/\S+/g) ?? [], ticked = all(':checked'),
        kinds = all('details :checked').map(b => b.value), only = ticked[kinds.length],
        on = !!(words[0] || ticked[0]), far = on && names, best = [], last = [];
      own ??= rows.map(row => plain(one('a', row).textContent));
      (far || own).forEach((name, at) => {
        const tags = words.every(word => name.includes(word)) && about(at),
          fit = tags && (!kinds[0] || kinds.includes(tags[0])) && (!only || tags[1] > 1);
        if (!far) rows[at].hidden = !fit;
        if (fit) (tags[1] ? best : last).push(at);
      });
      const found = best.concat(last);
      hits?.replaceChildren(...far ? found.slice(0, 100).map(hit) : []);
      all('section, section > details, .kwx-list').map(part => {
        part.hidden = on && (!!far || !one('div:not([hidden])', part));
        const was = part.was ?? part.open;
        part.open = on || was;
        part.was = on ? was : null;
      });
      root.classList.toggle('kwx-on', on);
      count.textContent = on ? count.dataset.some.replace('{}', found.length.toLocaleString('fr')) : every;
      history.replaceState(0, '', (
        on ? '?' + new URLSearchParams([box, ...ticked].map(b => [b.name, b.value])) : location.pathname
      ) + location.hash);
      enter &&= one(far ? '.kwx-hits a' : '.kwx-list div:not([hidden]) a')?.focus();
    };

    box.onfocus = run;
    box.oninput = () => {
      clearTimeout(timer);
      timer = setTimeout(run);
    };
    box.onkeydown = e => {
      if (e.isComposing) return;
      enter = e.key == 'Enter';
      if (e.key == 'Escape') {
        box.value = '';
        boxes.map(b => b.checked = false);
      } else if (!enter) return;
      run();
    };

    const query = new URLSearchParams(location.search);
    box.value = query.get('kw');
    boxes.map(b => {
      if (b.checked = query.has(b.name, b.value)) unfold(b);
      b.onchange = run;
    });
    all('[hidden]').map(part => part.hidden = false);
    if (box.value || one(':checked')) run();
  }
}

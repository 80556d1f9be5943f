// Filters keyword lists. Without it they are complete, open and linked.
addEventListener('DOMContentLoaded', () => {
  const find = (root, selector) => [...root.querySelectorAll(selector)];

  // What is laid out late moves what is below it: aim until the target stays where it is.
  const aim = () => {
    const target = document.getElementById(location.hash.slice(1));
    if (!target?.closest('.kwx')) return;
    target.closest('details')?.setAttribute('open', '');
    for (let wait = 0; wait < 200; wait += 25) setTimeout(() => target.scrollIntoView({behavior: 'instant'}), wait);
  };
  addEventListener('hashchange', aim);
  aim();

  for (const root of find(document, '.kwx:has(.kwx-bar)')) {
    const one = selector => root.querySelector(selector);
    const box = one('input'), hits = one('.kwx-hits'), count = one('.kwx-count');
    const kinds = find(root, '[type=checkbox]'), rows = find(root, '.kwx-list > div');
    const every = count.textContent;
    let names, data, timer;

    // Of a list that is cut into ranges, another file knows all names.
    const load = () => {
      if (data || !hits) return;
      data = document.createElement('script');
      data.src = root.dataset.src;
      data.onload = () => {
        data = kwindexData;
        names = data.names.toLowerCase().split('\n');
        data.names = data.names.split('\n');
        run();
      };
      document.head.append(data);
    };

    const hit = at => {
      const item = one('template').content.cloneNode(true);
      const [, link, code, small] = find(item, '*');
      const [word, slug, end] = data.words[data.kinds[at]];
      const name = data.names[at], page = find(root, '.kwx-ranges a')[data.ends.findIndex(n => at < n)];
      link.href = `${page.pathname}#kw-${slug}-${data.ids[at] ?? name}`;
      code.textContent = name + (name.endsWith(')') ? '' : end);
      small.textContent = word;
      return item;
    };

    const run = () => {
      if (hits && !names) return load();
      const words = box.value.toLowerCase().trim().split(/\s+/);
      const on = kinds.filter(kind => kind.checked).map(kind => kind.value);
      const active = !!(words[0] || on[0]), shown = [];
      let found = 0;
      names ??= rows.map(row => row.querySelector('a').textContent.toLowerCase());
      names.forEach((name, at) => {
        const fit = words.every(word => name.includes(word)) && (
          !on[0] || on.includes(hits ? data.words[data.kinds[at]][0] : rows[at].querySelector('small').textContent)
        );
        if (hits) fit && found < 100 && shown.push(hit(at));
        else rows[at].hidden = !fit;
        found += fit;
      });
      hits?.replaceChildren(...active ? shown : []);
      for (const part of find(root, 'section, .kwx-list')) {
        part.hidden = active && (!!hits || !part.querySelector('.kwx-list > div:not([hidden])'));
      }
      for (const fold of find(root, 'section > details')) fold.open = active;
      root.classList.toggle('kwx-on', active);
      count.textContent = active ? count.dataset.some.replace('{}', found.toLocaleString('fr')) : every;
      const query = new URLSearchParams([['kw', box.value], ...on.map(kind => ['kind', kind])]);
      history.replaceState(null, '', location.pathname + (active ? `?${query}` : '') + location.hash);
    };

    box.onfocus = load;
    box.oninput = () => {
      clearTimeout(timer);
      timer = setTimeout(run, rows.length / 100);
    };
    box.onkeydown = ({key, isComposing}) => {
      if (isComposing) return;
      if (key === 'Escape') {
        box.value = '';
        for (const kind of kinds) kind.checked = false;
        run();
      }
      if (key === 'Enter') {
        run();
        one('.kwx-hits a, .kwx-list > div:not([hidden]) a')?.focus();
      }
    };

    const query = new URLSearchParams(location.search);
    box.value = query.get('kw');
    for (const kind of kinds) {
      kind.checked = query.getAll('kind').includes(kind.value);
      if (kind.checked) one('.kwx-kinds').open = true;
      kind.onchange = run;
    }
    for (const part of find(root, '[hidden]')) part.hidden = false;
    if (box.value || query.has('kind')) run();
  }
});

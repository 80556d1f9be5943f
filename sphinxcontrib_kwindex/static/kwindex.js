// Find box: see "How it works" in the guide
{
  // One form of names and queries
  const fold = text => text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\(\)$/gm, '')
    .replace(/::| +(?=-+\w)/g, '.').replace(/[ \t]|(?<=[^.\n-])-/g, '_');

  const prepare = text => {
    const base = fold(text), lines = text => text.split('\n');
    return {
      base: lines(base),
      upper: lines(base.toUpperCase()),
      // \1: a part begins, \2: a word
      starts: lines(base.replace(/(?<=(?:^|[.:/#\\])[^\p{L}\p{N}\n]*)./gmu, '\1')
        .replace(/(?<=[^\p{L}\p{N}\n\x01])[\p{L}\p{N}]|(?<=[a-z\d])[A-Z]|(?<=[A-Z\x01])[A-Z](?=[a-z])/gu, '\2')),
      initials: lines(base.replace(/^.*[.:/#\\](?=.)/gm, '').replace(/[^\w\n]|_/g, ' ')
        .replace(/(?<=[A-Z])[A-Z]+(?![a-z])|\B[a-z\d]+/g, '').replace(/ /g, '').toUpperCase()),
    };
  };

  // One edit away
  const isNear = (a, b) => {
    let i = 0, j = a.length, k = b.length;
    while (i < j && a[i] == b[i]) i++;
    while (j > i && k > i && a[j - 1] == b[k - 1]) j--, k--;
    return j - i < 2 && k - i < 2 || j - i == 2 && k - i == 2 && a[i] == b[i + 1] && a[i + 1] == b[i];
  };

  const lastOf = (names, at) => names.starts[at].search(/\x01+[^\x01]*$/);

  // 0: the whole name … 6: inside
  const tier = (names, at, word, isUpper) => {
    const name = names.upper[at], starts = names.starts[at];
    let best = names.initials[at] == word && word[1] ? isUpper ? 2 : 4 : 9;
    for (let i = name.indexOf(word); i >= 0; i = name.indexOf(word, i + 1)) {
      const end = i + word.length, isLast = end >= lastOf(names, at);
      best = Math.min(best, starts[i] == '\1' ?
        end == name.length ? +!!i : isLast ? 2 : starts[end + 1] == '\1' ? 4 : 5 :
        starts[i] == '\2' ? isLast ? 3 : 5 : 6);
    }
    return best;
  };

  // Numbers of names, the best first
  const find = (names, query, rankOf) => {
    const quoted = query.match(/^"(.+)"$/), folded = fold(quoted?.[1] ?? query), phrase = folded.toUpperCase(),
      isMember = /[.:/#\\]$/.test(phrase), isMixed = folded != folded.toLowerCase(), found = [],
      words = quoted || isMember ? [phrase] : fold(query.replace(/\s+/g, '\n')).toUpperCase().match(/.+/g) ?? [];

    const add = (score, at) => {
      const rank = score < 9 ? rankOf(at) : null, name = names.base[at];
      score = Math.round(score * 8) + 9 * (isMixed && !name.includes(folded) && names.initials[at] != folded);
      if (rank != null) found.push((isMember || !words[0] ? [!rank, 0, 0] : [2 - rank, name.length - lastOf(names, at), name.length])
        .reduce((sum, size) => sum * 256 + Math.min(size, 255), score) * 4e5 + at);
    };

    names.upper.forEach((name, at) => {
      if (words.every(word => name.includes(word) || names.initials[at] == word && word[1])) {
        let score = words.reduce((sum, word) => sum + tier(names, at, word, folded == phrase), 0) / (words.length || 1);
        if (words[1]) score = Math.min(score + 1, tier(names, at, phrase));
        add(quoted && score > 1 || isMember && score != 2 ? 9 : score, at);
      }
    });
    if (!found.length && !quoted && !isMember && words.every(word => word[3])) {
      names.upper.forEach((name, at) => add(
        isNear(name, phrase) ? 7 : isNear(name.slice(lastOf(names, at)), phrase) ? 7.5 :
        words.every(word => name.includes(word) || name.split(/[^\p{L}\p{N}]/u)
          .some(part => isNear(part, word))) ? 8 : 9, at));
    }
    const keys = Float64Array.from(found).sort(), hits = Array.from(keys, key => key % 4e5),
      level = key => Math.floor(key / 4e5 / 2 ** 16),
      [first, second = Infinity] = keys.filter(key => folded && level(key) < 2304 && names.base[key % 4e5].endsWith(folded));
    if (level(first) < level(second)) hits.sure = first % 4e5;
    return hits;
  };

  const unfold = part => part.closest('details')?.setAttribute('open', '');
  const make = (tag, ...parts) => {
    const element = document.createElement(tag);
    element.append(...parts);
    return element;
  };

  // Late layout moves it
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
      {src, more, copy, forms, refs} = root.dataset, query = new URLSearchParams(root.matches('.kwx-find') ? '' : location.search),
      rows = all('.kwx-list > div'), [box, ...boxes] = all('input'), hidden = all('[hidden]'),
      count = one('.kwx-count'), every = count.textContent, list = make('dl'), rest = make('button');
    let names, own, data, timer, enter, limit, moved = [], go = query.has('go');
    list.className = 'kwx-list kwx-hits simple';
    all('.kwx-bar, .kwx-chips, .kwx-kinds').pop().after(list, rest);

    const isSaid = row => row.className || one('dd + dd', row);
    // Kind, rank, anchor, label
    const about = at => names ? data.about[data.sorts[at]] : rows[at].about ??= [
      one('small', rows[at])?.textContent ?? '', isSaid(rows[at]) ? 2 : +!rows[at].closest('details'), '#' + rows[at].id];

    const hit = at => {
      const name = data.names[at], [, , start, label] = about(at), link = make('a', make('code', name)),
        page = data.pages[data.ends.findIndex(n => at < n)];
      link.href = new URL(page + start + (data.ids[at] ?? name.replace('()', '')), data.base);
      return make('div', make('dt', link, ' ', make('small', label)));
    };

    // This page is searched first
    const run = () => {
      clearTimeout(timer);
      limit = 100;
      if (!src || own) show();
      if (data || !src) return;
      const script = data = make('script');
      script.src = src;
      script.onload = script.onerror = () => {
        data = window.kwindexData;
        if (data?.pages) {
          names = prepare(data.names);
          data = {...data, names: data.names.split('\n'), base: new URL('..', script.src)};
        } else data = 0;
        show();
      };
      document.head.append(script);
    };

    const show = () => {
      own ??= prepare(rows.map(row => one('a', row).textContent).join('\n'));
      const using = names ?? own, ticked = all(':checked'), kinds = all('details :checked').map(b => b.value), only = ticked[kinds.length];
      let words = box.value.trim(), [, kind, other] = words.match(/^([^:]{3,}|\W+):(?!:)(.*)/) ?? [];
      const isOf = at => {
        const sort = about(at);
        return (sort[4] ??= fold(`\n${sort[0]}\n${sort[2].slice(4)}`).toLowerCase()).includes('\n' + kind);
      };
      kind &&= fold(kind).toLowerCase();
      if (kind && using.base.some((_, at) => isOf(at))) words = other.trim();
      else kind = '';
      const on = !!(words || kind || ticked[0]), found = on ? find(using, words, at => {
        const [label, rank] = about(at);
        return (!kinds[0] || kinds.includes(label)) && (!only || rank > 1) && (!kind || isOf(at)) ? rank : null;
      }) : [];

      moved.map(([row, gap]) => gap.replaceWith(row));
      moved = [];
      list.replaceChildren(...found.slice(0, limit).map(at => {
        if (names) return hit(at);
        const row = rows[at], gap = new Comment();
        row.replaceWith(gap);
        moved.push([row, gap]);
        return row;
      }));
      rest.hidden = found.length <= limit;
      const label = (text, n) => text.replace('{}', n.toLocaleString('fr'));
      rest.textContent = label(more, found.length - limit);
      root.classList.toggle('kwx-on', on);
      count.textContent = on ? label(count.dataset.some, found.length) : every;

      if (go && (names || !src)) {
        go = 0;
        const at = found.sure;
        if (at >= 0) {
          const link = one('a', names ? hit(at) : rows[at]), row = document.getElementById(link.hash.slice(1));
          return location.replace(!names ? link : row ? one('a', row) : link.href.replace('#', `?${query}#`));
        }
      }
      if (!root.matches('.kwx-find')) history.replaceState(0, '', (
        on ? '?' + new URLSearchParams([box, ...ticked].map(b => [b.name, b.value])) : location.pathname
      ) + location.hash);
      enter &&= one('a', list)?.focus();
    };

    rest.onclick = () => {
      const next = limit;
      limit *= 10;
      show();
      one('a', list.children[next]).focus();
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

    const button = make('button'), rules = refs?.split(' ').map(rule => rule.split('|'));
    let reference, form;
    button.className = 'kwx-copy';
    const offer = e => {
      const row = e.target.closest('.kwx-list > div');
      if (!rows.includes(row) || row.contains(button) || button.matches(':focus-visible')) return;
      const link = one('a', row), name = link.textContent.replace(/\(\)$/, ''), anchor = decodeURIComponent(link.hash.slice(1)),
        role = rules.find(([kind, start]) => (!kind || row.id.startsWith(`kw-${kind}-`)) && (start ? anchor.startsWith(start) : anchor == name))?.[2];
      reference = (row.dataset.ref ?? (role && `${role} ${name}`)) || isSaid(row) && `kw:ref ${name}`;
      form = 0;
      button.textContent = copy;
      button.remove();
      if (reference) one('dt', row).append(button);
    };
    button.onclick = () => {
      const [role, target] = reference.split(/ (.*)/), kinds = forms.split(' '), quoted = `\`${target}\``;
      button.textContent = kinds[form++ % kinds.length] == 'md' ? `{${role}}${quoted}` : `:${role}:${quoted}`;
      addEventListener('copy', e => {
        e.clipboardData.setData('text/plain', button.textContent);
        e.preventDefault();
      }, {once: true});
      document.execCommand('copy');
    };
    if (copy) for (const type of ['pointerover', 'focusin']) root.addEventListener(type, offer);

    box.value = query.get('kw');
    boxes.map(b => {
      if (b.checked = query.has(b.name, b.value)) unfold(b);
      b.onchange = run;
    });
    hidden.map(part => part.hidden = false);
    rest.hidden = true;
    if (box.value || one(':checked')) run();
  }
}

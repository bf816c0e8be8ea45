// Plots of systems over numbers: states and invariants over two variables that can be chosen.
(() => {
  const WIDE = 640, HIGH = 440, EDGE = { left: 56, right: 16, top: 16, bottom: 44 };
  const svg = (name, attributes, text) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const hue = (index) => 'hsl(' + ((index * 137.5 + 210) % 360) + ' 65% ' + (getComputedStyle(document.documentElement).colorScheme.includes('dark') && colour('card') !== '#ffffff' ? '68%' : '38%') + ')';
  const holds = (curve, at) => {
    const sum = curve.monomials.reduce((sum, [factor, powers]) => sum + powers.reduce((product, power, axis) => product * Math.pow(at[axis], power), factor), 0);
    return [sum, curve.sign === 'zero' ? Math.abs(sum) < 1e-9 : curve.sign === 'positive' ? sum > 0 : sum >= 0];
  };
  // A curve can be drawn if it speaks of the two axes alone.
  const isFlat = (curve, axes) => curve && curve.monomials.every(([, powers]) => powers.every((power, axis) => power === 0 || axes.includes(axis)));
  // Far values would squash the rest: beyond three times the middle half they are drawn at the edge.
  const range = (values, withOutliers) => {
    const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
    if (!sorted.length) return [-5, 5];
    let [low, high] = [sorted[0], sorted[sorted.length - 1]];
    if (!withOutliers && sorted.length >= 5) {
      const at = (share) => sorted[Math.round(share * (sorted.length - 1))];
      const half = Math.max(at(0.75) - at(0.25), 1);
      const near = sorted.filter((value) => value >= at(0.25) - 3 * half && value <= at(0.75) + 3 * half);
      low = near[0]; high = near[near.length - 1];
    }
    if (high - low < 4) { const middle = (low + high) / 2; low = middle - 2; high = middle + 2; }
    const room = (high - low) * 0.1;
    return [low - room, high + room];
  };
  const ticks = ([low, high]) => {
    const raw = (high - low) / 6, unit = Math.pow(10, Math.floor(Math.log10(raw)));
    const step = [1, 2, 5, 10].map((factor) => factor * unit).find((one) => one >= raw);
    const found = [];
    for (let at = Math.ceil(low / step); at * step <= high; at++) found.push(at * step);
    return found;
  };
  const number = (value) => String(Math.round(value * 1e6) / 1e6);
  // What is left of a polygon on the side of a line where the value is not negative.
  const clip = (polygon, side) => {
    const rest = [];
    polygon.forEach((point, index) => {
      const next = polygon[(index + 1) % polygon.length], a = side(point), b = side(next);
      if (a >= 0) rest.push(point);
      if ((a >= 0) !== (b >= 0)) { const share = a / (a - b); rest.push([point[0] + share * (next[0] - point[0]), point[1] + share * (next[1] - point[1])]); }
    });
    return rest;
  };

  all('.plot').forEach((box) => {
    const scenes = JSON.parse($('script', box).textContent);
    box.hidden = false;
    const pick = (name) => $('[data-plot="' + name + '"]', box);
    const board = $('.board', box), legend = $('.legend', box);
    const on = scenes.map((scene) => scene.borders.map(() => true));
    let strong = -1;
    const scene = () => scenes[Number(pick('predicate').value)];
    const axes = () => [Number(pick('x').value), Number(pick('y').value)];
    const options = () => {
      ['x', 'y'].forEach((name, place) => {
        pick(name).replaceChildren(...scene().axes.map((axis, index) => { const one = new Option(axis, index); one.selected = index === place; return one; }));
      });
    };
    const list = () => {
      const heading = $('legend', legend), rows = [];
      scene().borders.forEach((border, index) => {
        const label = document.createElement('label'), check = document.createElement('input'), swatch = document.createElement('span'), words = document.createElement('span');
        check.type = 'checkbox'; check.checked = on[scenes.indexOf(scene())][index]; check.dataset.border = index;
        swatch.className = 'swatch'; swatch.style.background = hue(index);
        words.textContent = border.text;
        if (border.reason) { const why = document.createElement('span'); why.className = 'why'; why.textContent = 'rules out ' + border.reason; words.append(why); }
        if (!isFlat(border.curve, axes())) { words.className = 'undrawn'; const why = document.createElement('span'); why.className = 'why'; why.textContent = border.curve ? 'speaks of more than the two variables' : 'no single comparison, so that it is not drawn'; words.append(why); }
        label.append(check, swatch, words);
        check.addEventListener('change', () => { on[scenes.indexOf(scene())][index] = check.checked; draw(); });
        label.addEventListener('mouseenter', () => { strong = index; draw(); });
        label.addEventListener('mouseleave', () => { strong = -1; draw(); });
        rows.push(label);
      });
      // Long legends are folded.
      const more = document.createElement('details'), summary = document.createElement('summary');
      summary.textContent = (rows.length - 8) + ' more';
      more.append(summary, ...rows.slice(8));
      legend.replaceChildren(heading, ...rows.slice(0, 8), ...(rows.length > 8 ? [more] : []));
      if (!rows.length) legend.append('none');
    };
    const draw = () => {
      const now = scene(), [ax, ay] = axes(), far = pick('outliers').checked, flags = on[scenes.indexOf(now)];
      const points = now.states.map((state) => [state.values[ax], state.values[ay], state.first]).filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y));
      const excluded = now.borders.map((border) => border.excludes && [border.excludes[ax], border.excludes[ay]]).map((point) => point && point.every(Number.isFinite) ? point : null);
      const shown = points.concat(excluded.filter(Boolean));
      const [rx, ry] = [range(shown.map((point) => point[0]), far), range(shown.map((point) => point[1]), far)];
      const x = (value) => EDGE.left + (value - rx[0]) / (rx[1] - rx[0]) * (WIDE - EDGE.left - EDGE.right);
      const y = (value) => HIGH - EDGE.bottom - (value - ry[0]) / (ry[1] - ry[0]) * (HIGH - EDGE.top - EDGE.bottom);
      const picture = svg('svg', { viewBox: '0 0 ' + WIDE + ' ' + HIGH });
      const add = (...rest) => { const one = svg(...rest); picture.append(one); return one; };
      const inside = (px, py) => px >= rx[0] && px <= rx[1] && py >= ry[0] && py <= ry[1];
      add('rect', { class: 'ground', x: EDGE.left, y: EDGE.top, width: WIDE - EDGE.left - EDGE.right, height: HIGH - EDGE.top - EDGE.bottom });
      ticks(rx).forEach((at) => { add('line', { class: 'grid', x1: x(at), x2: x(at), y1: EDGE.top, y2: HIGH - EDGE.bottom }); add('text', { x: x(at), y: HIGH - EDGE.bottom + 16, 'text-anchor': 'middle' }, number(at)); });
      ticks(ry).forEach((at) => { add('line', { class: 'grid', x1: EDGE.left, x2: WIDE - EDGE.right, y1: y(at), y2: y(at) }); add('text', { x: EDGE.left - 8, y: y(at) + 4, 'text-anchor': 'end' }, number(at)); });
      add('text', { class: 'axis-name', x: (WIDE + EDGE.left) / 2, y: HIGH - 8, 'text-anchor': 'middle' }, now.axes[ax]);
      add('text', { class: 'axis-name', x: 14, y: HIGH / 2, 'text-anchor': 'middle', transform: 'rotate(-90 14 ' + HIGH / 2 + ')' }, now.axes[ay]);
      const corners = [[rx[0], ry[0]], [rx[1], ry[0]], [rx[1], ry[1]], [rx[0], ry[1]]];
      const full = (point) => { const at = now.axes.map(() => 0); at[ax] = point[0]; at[ay] = point[1]; return at; };
      const outline = (polygon) => polygon.map((point) => x(point[0]).toFixed(1) + ',' + y(point[1]).toFixed(1)).join(' ');
      now.forbidden.filter((part) => part.axes[0] === ax && part.axes[1] === ay || part.axes[0] === ay && part.axes[1] === ax).forEach((part) => part.regions.forEach((region) => {
        const isLine = (curve) => curve.monomials.every(([, powers]) => powers.reduce((a, b) => a + b, 0) <= 1) && curve.sign !== 'zero';
        if (!region.every(isLine)) return;
        const polygon = region.reduce((rest, curve) => clip(rest, (point) => holds(curve, full(point))[0]), corners);
        if (polygon.length > 2) add('polygon', { class: 'forbidden', points: outline(polygon) }).append(svg('title', {}, 'what the property forbids' + (part.shadow ? ', for some values of the others' : '')));
      }));
      now.borders.forEach((border, index) => {
        if (!flags[index] || !isFlat(border.curve, [ax, ay])) return;
        // The border is where the sign changes, from cell to cell of a fine grid.
        const CELLS = 80, path = [], sum = (px, py) => holds(border.curve, full([px, py]))[0];
        const gx = (place) => rx[0] + place / CELLS * (rx[1] - rx[0]), gy = (place) => ry[0] + place / CELLS * (ry[1] - ry[0]);
        const grid = [];
        for (let i = 0; i <= CELLS; i++) { grid.push([]); for (let j = 0; j <= CELLS; j++) grid[i].push(sum(gx(i), gy(j))); }
        for (let i = 0; i < CELLS; i++) for (let j = 0; j < CELLS; j++) {
          const ends = [], edge = (i1, j1, i2, j2) => {
            const a = grid[i1][j1], b = grid[i2][j2];
            if ((a > 0) === (b > 0)) return;
            const share = a / (a - b);
            ends.push([gx(i1) + share * (gx(i2) - gx(i1)), gy(j1) + share * (gy(j2) - gy(j1))]);
          };
          edge(i, j, i + 1, j); edge(i + 1, j, i + 1, j + 1); edge(i, j + 1, i + 1, j + 1); edge(i, j, i, j + 1);
          for (let one = 0; one + 1 < ends.length; one += 2) path.push('M' + x(ends[one][0]).toFixed(1) + ' ' + y(ends[one][1]).toFixed(1) + 'L' + x(ends[one + 1][0]).toFixed(1) + ' ' + y(ends[one + 1][1]).toFixed(1));
        }
        if (path.length) add('path', { class: 'border' + (strong === index ? ' strong' : ''), d: path.join(''), stroke: hue(index), 'data-border': index }).append(svg('title', {}, border.text));
        const away = excluded[index];
        if (away && inside(away[0], away[1])) {
          const [cx, cy] = [x(away[0]), y(away[1])];
          add('path', { class: 'excluded', d: 'M' + (cx - 5) + ' ' + (cy - 5) + 'l10 10m0 -10l-10 10' }).append(svg('title', {}, border.text + ' rules out ' + border.reason));
        }
      });
      let beyond = 0;
      if (pick('samples').checked) points.forEach(([px, py, first]) => {
        if (inside(px, py)) { add('circle', { class: first ? 'first' : 'reached', cx: x(px), cy: y(py), r: first ? 6 : 3.5 }).append(svg('title', {}, (first ? 'first state: ' : 'reached: ') + now.axes[ax] + ' = ' + number(px) + ', ' + now.axes[ay] + ' = ' + number(py))); return; }
        beyond++;
        const [cx, cy] = [x(Math.max(rx[0], Math.min(rx[1], px))), y(Math.max(ry[0], Math.min(ry[1], py)))];
        add('circle', { class: 'outside', cx, cy, r: 3.5 }).append(svg('title', {}, 'far away: ' + number(px) + ', ' + number(py)));
      });
      if (beyond) add('text', { x: WIDE - EDGE.right - 4, y: EDGE.top + 14, 'text-anchor': 'end' }, beyond + ' far away, drawn at the edge');
      board.replaceChildren(picture);
      board.setAttribute('aria-label', 'predicate ' + now.predicate + ': ' + points.length + ' states over ' + now.axes[ax] + ' and ' + now.axes[ay] + ', ' + flags.filter(Boolean).length + ' of ' + flags.length + ' invariants; the lists below say the same');
    };
    pick('predicate').addEventListener('input', () => { options(); list(); draw(); });
    ['x', 'y'].forEach((name) => pick(name).addEventListener('input', () => { list(); draw(); }));
    ['outliers', 'samples'].forEach((name) => pick(name).addEventListener('input', draw));
    options(); list(); draw();
    redraws.push(() => { list(); draw(); });
  });
})();

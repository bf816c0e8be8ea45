// Waveforms: only what is in view is drawn, on a canvas that stays in place while its surroundings scroll.
(() => {
  const ROW = 24, RULER = 22;
  const value = (wave, step, radix) => {
    const bits = wave[3].map((bit) => bit[step]).join('');
    if (bits.length === 1) return bits;
    if (radix === 'bin') return bits;
    let number = BigInt('0b' + bits);
    if (radix === 'hex') return number.toString(16);
    if (radix === 'signed' && bits[0] === '1') number -= 1n << BigInt(bits.length);
    return number.toString();
  };
  // Where a wave has another value than in the step before; made once, so that a long trace draws as fast as a short one.
  const changes = (wave, steps) => {
    const places = [0];
    for (let step = 1; step < steps; step++) if (wave[3].some((bit) => bit[step] !== bit[step - 1])) places.push(step);
    return places;
  };

  all('[data-wave]').forEach((box) => {
    const { steps, waves } = JSON.parse($('script', box).textContent);
    box.hidden = false;
    const scope = $('.scope', box), canvas = $('canvas', box), extent = $('.extent', box), readout = $('.readout', box);
    const context = canvas.getContext('2d');
    const known = waves.map((wave) => changes(wave, steps));
    let rows = [], width = 20, cursor = steps - 1, names = 120, radix = 'hex', pending = false, theme = null, size = [0, 0];
    const colours = () => { theme = null; draw(); };
    redraws.push(colours);

    const choose = () => {
      const near = $('[data-wave-cone]', box).value, words = $('[data-wave-filter]', box).value.toLowerCase();
      const constant = $('[data-wave-constant]', box).checked;
      radix = $('[data-wave-radix]', box).value;
      rows = waves.map((_, place) => place).filter((place) => {
        const wave = waves[place];
        return (near === '' || wave[2] <= Number(near)) && wave[0].toLowerCase().includes(words)
          && (constant || known[place].length > 1 || wave[1] === 'property');
      });
      layout();
    };
    const layout = () => {
      context.font = '12px ' + colour('mono');
      const longest = rows.reduce((most, place) => Math.max(most, context.measureText(short(waves[place][0])).width), 40);
      names = Math.min(260, Math.ceil(longest) + 18);
      size = [scope.clientWidth, scope.clientHeight];
      const scale = devicePixelRatio || 1;
      canvas.width = size[0] * scale; canvas.height = size[1] * scale;
      canvas.style.width = size[0] + 'px'; canvas.style.height = size[1] + 'px';
      extent.style.width = names + steps * width + 24 + 'px';
      extent.style.height = RULER + rows.length * ROW + 8 + 'px';
      draw();
    };
    const short = (name) => name.length > 32 ? '…' + name.slice(-31) : name;
    const draw = () => {
      if (pending) return;
      pending = true;
      requestAnimationFrame(() => { pending = false; paint(); });
    };
    const paint = () => {
      theme = theme || Object.fromEntries(['card', 'ink', 'soft', 'grid', 'wave', 'wave-fill', 'wave-bad', 'cursor', 'rule', 'bad-bg', 'mono'].map((name) => [name, colour(name)]));
      const scale = devicePixelRatio || 1, [wide, high] = size, left = scope.scrollLeft, top = scope.scrollTop;
      const x = (step) => names + step * width - left;
      const first = Math.max(0, Math.floor(left / width)), last = Math.min(steps, Math.ceil((left + wide - names) / width) + 1);
      context.setTransform(scale, 0, 0, scale, 0, 0);
      context.fillStyle = theme.card; context.fillRect(0, 0, wide, high);
      context.font = '12px ' + theme.mono; context.textBaseline = 'middle';
      // The step in which it goes wrong, and the cursor.
      context.fillStyle = theme['bad-bg']; context.fillRect(x(steps - 1), RULER, width, high);
      const every = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((count) => count * width >= 48) || 5000;
      context.strokeStyle = theme.grid; context.beginPath();
      for (let step = Math.ceil(first / every) * every; step < last; step += every) { context.moveTo(x(step) + 0.5, RULER); context.lineTo(x(step) + 0.5, high); }
      context.stroke();
      const from = Math.max(0, Math.floor((top) / ROW)), to = Math.min(rows.length, Math.ceil((top + high) / ROW));
      context.save(); context.beginPath(); context.rect(names, RULER, wide - names, high); context.clip();
      for (let row = from; row < to; row++) row_(rows[row], RULER + row * ROW - top, x, first, last);
      context.strokeStyle = theme.cursor; context.lineWidth = 1.5; context.beginPath();
      context.moveTo(x(cursor) + width / 2, RULER); context.lineTo(x(cursor) + width / 2, high); context.stroke(); context.lineWidth = 1;
      context.restore();
      context.fillStyle = theme.card; context.fillRect(0, 0, names, high);
      for (let row = from; row < to; row++) {
        const wave = waves[rows[row]], middle = RULER + row * ROW - top + ROW / 2;
        context.fillStyle = wave[1] === 'property' ? theme['wave-bad'] : wave[1] === 'input' ? theme.soft : theme.ink;
        context.fillText(short(wave[0]), 8, middle, names - 12);
      }
      context.fillStyle = theme.card; context.fillRect(0, 0, wide, RULER);
      context.fillStyle = theme.soft; context.fillText('step', 8, RULER / 2);
      for (let step = Math.ceil(first / every) * every; step < last; step += every) if (x(step) >= names - 4) context.fillText(String(step), x(step) + 2, RULER / 2);
      context.strokeStyle = theme.rule; context.beginPath(); context.moveTo(names - 0.5, 0); context.lineTo(names - 0.5, high);
      context.moveTo(0, RULER - 0.5); context.lineTo(wide, RULER - 0.5); context.stroke();
    };
    const row_ = (place, y, x, first, last) => {
      const wave = waves[place], places = known[place], isNumber = wave[3].length > 1;
      const high = y + 4, low = y + ROW - 4;
      let low_ = 0, high_ = places.length;
      while (low_ < high_) { const middle = (low_ + high_) >> 1; if (places[middle] <= first) low_ = middle + 1; else high_ = middle; }
      context.strokeStyle = wave[1] === 'property' ? theme['wave-bad'] : theme.wave;
      context.fillStyle = theme['wave-fill'];
      let before = null;
      context.beginPath();
      const labels = [];
      for (let index = Math.max(0, low_ - 1); index < places.length && places[index] < last; index++) {
        const start = Math.max(names - 4, x(places[index])), end = Math.min(size[0] + 4, x(index + 1 < places.length ? places[index + 1] : steps));
        if (isNumber) {
          const slant = Math.min(4, (end - start) / 2);
          context.moveTo(start, (high + low) / 2); context.lineTo(start + slant, high); context.lineTo(end - slant, high);
          context.lineTo(end, (high + low) / 2); context.lineTo(end - slant, low); context.lineTo(start + slant, low); context.closePath();
          if (end - start > 14) labels.push([start + 6, end - start - 8, value(wave, places[index], radix)]);
        } else {
          const isOne = wave[3][0][places[index]] === '1', level = isOne ? high : low;
          if (isOne) context.fillRect(start, high, end - start, low - high);
          if (before !== null && before !== level) { context.moveTo(start, before); context.lineTo(start, level); } else context.moveTo(start, level);
          context.lineTo(end, level);
          before = level;
        }
      }
      context.stroke();
      context.fillStyle = theme.ink;
      labels.forEach(([at, room, words]) => { if (context.measureText(words).width <= room + 2) context.fillText(words, at, (high + low) / 2); });
    };
    const point = (step) => {
      cursor = Math.max(0, Math.min(steps - 1, step));
      const start = cursor * width, room = size[0] - names;
      if (start < scope.scrollLeft) scope.scrollLeft = start - room / 4;
      if (start + width > scope.scrollLeft + room) scope.scrollLeft = start - room * 3 / 4;
      const words = rows.slice(0, 14).map((place) => short(waves[place][0]) + '=' + value(waves[place], cursor, radix));
      readout.textContent = 'step ' + cursor + (cursor === steps - 1 ? ' (bad)' : '') + ':  ' + words.join('  ') + (rows.length > 14 ? '  …' : '');
      draw();
    };
    const zoom = (factor) => {
      const middle = (scope.scrollLeft + (size[0] - names) / 2) / width;
      width = Math.max(0.5, Math.min(120, width * factor));
      layout();
      scope.scrollLeft = middle * width - (size[0] - names) / 2;
      box.dataset.zoom = width.toFixed(2);
      draw();
    };
    const fit = () => { width = Math.max(0.5, Math.min(120, (size[0] - names - 30) / steps)); box.dataset.zoom = width.toFixed(2); layout(); };
    const actions = { in: () => zoom(1.5), out: () => zoom(1 / 1.5), fit, bad: () => point(steps - 1) };
    box.addEventListener('click', (event) => { const action = actions[event.target.dataset.waveAction]; if (action) action(); });
    all('select, input', box).forEach((one) => one.addEventListener('input', () => { choose(); point(cursor); }));
    scope.addEventListener('scroll', draw, { passive: true });
    scope.addEventListener('wheel', (event) => { if (event.ctrlKey) { event.preventDefault(); zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15); } }, { passive: false });
    let held = null;
    scope.addEventListener('pointerdown', (event) => {
      const at = event.clientX - scope.getBoundingClientRect().left;
      if (event.pointerType === 'mouse' && at > names && at < size[0]) held = [event.clientX, scope.scrollLeft, false];
    });
    addEventListener('pointermove', (event) => {
      if (!held) return;
      if (Math.abs(event.clientX - held[0]) > 4) held[2] = true;
      if (held[2]) scope.scrollLeft = held[1] - (event.clientX - held[0]);
    });
    addEventListener('pointerup', (event) => {
      if (held && !held[2]) point(Math.floor((event.clientX - scope.getBoundingClientRect().left - names + scope.scrollLeft) / width));
      held = null;
    });
    scope.addEventListener('keydown', (event) => {
      const keys = {
        ArrowLeft: () => point(cursor - 1), ArrowRight: () => point(cursor + 1), Home: () => point(0), End: () => point(steps - 1),
        PageUp: () => point(cursor - 10), PageDown: () => point(cursor + 10), '+': () => zoom(1.5), '=': () => zoom(1.5), '-': () => zoom(1 / 1.5), '0': fit,
      };
      if (keys[event.key] && !event.ctrlKey && !event.metaKey) { event.preventDefault(); keys[event.key](); }
    });
    new ResizeObserver(() => { if (scope.clientWidth !== size[0] || scope.clientHeight !== size[1]) layout(); }).observe(scope);
    const start = () => { choose(); scope.style.height = Math.min(480, RULER + rows.length * ROW + 26) + 'px'; layout(); width = Math.max(12, Math.min(60, (size[0] - names - 30) / steps)); box.dataset.zoom = width.toFixed(2); layout(); point(steps - 1); };
    start();
    // A card that was folded had no size.
    const card = box.closest('details');
    if (card) card.addEventListener('toggle', () => { if (card.open && size[0] < 50) start(); });
  });
})();

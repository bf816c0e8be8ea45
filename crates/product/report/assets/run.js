// Lines of a text: those of a path light up when it is opened, that of a step when the slider is there.
(() => {
  const line = (file, number) => document.getElementById(file + '-' + number);
  const shown = (element) => {
    const box = element && element.closest('.listing');
    if (!box) return;
    const [outer, inner] = [box.getBoundingClientRect(), element.getBoundingClientRect()];
    if (inner.top < outer.top || inner.bottom > outer.bottom) box.scrollTop += inner.top - outer.top - outer.height / 3;
  };
  all('details.path').forEach((path) => path.addEventListener('toggle', () => {
    all('.line.lit').forEach((one) => one.classList.remove('lit'));
    if (!path.open) return;
    all('details.path[open]').forEach((other) => { if (other !== path) other.open = false; });
    const lines = path.dataset.lines.split(' ').map((number) => line(path.dataset.file, number)).filter(Boolean);
    lines.forEach((one) => one.classList.add('lit'));
    shown(lines[0]);
  }));
  all('.run').forEach((run) => {
    const steps = all('.step', run);
    const slider = $('input[type="range"]', run);
    const go = (place) => {
      const at = Math.max(0, Math.min(steps.length - 1, place));
      slider.value = at;
      steps.forEach((step, index) => step.classList.toggle('now', index === at));
      $('output', run).textContent = at + ' of ' + (steps.length - 1);
      all('.line.now').forEach((one) => one.classList.remove('now'));
      const now = line(run.dataset.file, steps[at].dataset.line);
      if (now) now.classList.add('now');
      shown(now);
      const box = steps[at].closest('.scrolled');
      slider.setAttribute('aria-valuetext', 'step ' + at + ', line ' + steps[at].dataset.line);
      if (box) box.scrollTop = 0;
    };
    $('.controls', run).hidden = false;
    const every = $('[data-all]', run);
    const mode = () => run.classList.toggle('stepping', !every.checked);
    every.addEventListener('change', mode);
    slider.addEventListener('input', () => go(Number(slider.value)));
    run.addEventListener('click', (event) => {
      if (event.target.dataset.step) go(Number(slider.value) + Number(event.target.dataset.step));
    });
    mode();
    go(steps.length - 1);
  });
  // All steps are on paper.
  addEventListener('beforeprint', () => all('.run').forEach((run) => run.classList.remove('stepping')));
})();

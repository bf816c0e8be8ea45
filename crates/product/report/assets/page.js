// Tools of the whole page: light and dark, folding. What needs a script is hidden until it runs.
const $ = (selector, inside = document) => inside.querySelector(selector);
const all = (selector, inside = document) => Array.from(inside.querySelectorAll(selector));
const redraws = [];
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();

(() => {
  const tools = $('.tools');
  const root = document.documentElement;
  tools.hidden = false;
  const isDark = () => root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  const button = $('[data-action="theme"]');
  const named = () => { button.textContent = isDark() ? 'Light' : 'Dark'; };
  named();
  tools.addEventListener('click', (event) => {
    const action = event.target.dataset.action;
    if (action === 'theme') {
      root.dataset.theme = isDark() ? 'light' : 'dark';
      named();
      redraws.forEach((redraw) => redraw());
    } else if (action) {
      all('details.card').forEach((card) => { card.open = action === 'unfold'; });
    }
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { named(); redraws.forEach((redraw) => redraw()); });
  // On paper everything is open.
  addEventListener('beforeprint', () => all('details.card').forEach((card) => { card.open = true; }));
})();

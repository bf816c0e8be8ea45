// A page that is served hears how the proof goes, and loads itself again when there is a new report.
(() => {
  const status = $('[data-live]');
  if (!status) return;
  const events = new EventSource('events' + location.search + '&version=' + status.dataset.live);
  const say = (words, isRunning) => { $('.now', status).textContent = words; status.classList.toggle('running', isRunning); };
  events.addEventListener('progress', (event) => say(event.data, true));
  events.addEventListener('idle', (event) => say(event.data, false));
  events.addEventListener('report', () => location.reload());
  events.onerror = () => say('the program has ended, or cannot be reached', false);
})();

// Runs inside the panel: tells the extension what was pressed, and shows what it sends.

declare function acquireVsCodeApi(): { postMessage(message: unknown): void };

const editor = acquireVsCodeApi();
const story = document.getElementById("story");

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  if (button?.dataset.move !== undefined) editor.postMessage({ move: button.dataset.move });
  if (button?.dataset.step !== undefined) editor.postMessage({ step: Number(button.dataset.step) });
});

document.addEventListener("input", (event) => {
  const slider = event.target;
  if (slider instanceof HTMLInputElement && slider.id === "slider") editor.postMessage({ step: Number(slider.value) });
});

document.addEventListener("keydown", (event) => {
  const moves: Record<string, string> = { ArrowRight: "next", ArrowLeft: "back", ArrowDown: "nextLoop", ArrowUp: "previousLoop", Home: "first", End: "last" };
  const move = moves[event.key];
  if (move === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  editor.postMessage({ move });
});

window.addEventListener("message", (event: MessageEvent<{ body?: unknown }>) => {
  if (story === null || typeof event.data.body !== "string") return;
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  const key = focused?.id === "slider" ? "#slider" : focused?.dataset.move ? `[data-move="${focused.dataset.move}"]` : null;
  // The extension has escaped every text in it, and the policy of the page runs no script that it holds.
  story.innerHTML = event.data.body;
  if (key !== null) story.querySelector<HTMLElement>(key)?.focus();
});

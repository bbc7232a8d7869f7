// The hall screen turns its pages by itself, whatever the polls bring in between.
//   <main data-hall data-seconds="12"> <section data-hall-page> … </section> … </main>

const SECONDS = 12;
const AWAKE = 3_000; // milliseconds that the controls stay after the mouse has moved
let shown = 0;
let paused = false;
let asleep = 0;

function pages() {
  return [...document.querySelectorAll("[data-hall-page]")];
}

function show() {
  const all = pages();
  if (!all.length) return;
  shown %= all.length;
  all.forEach((page, index) => {
    page.hidden = index !== shown;
  });
  document.querySelectorAll("[data-hall-number]").forEach((place) => {
    place.textContent = `${shown + 1} / ${all.length}`;
  });
}

function turn(by) {
  const all = pages().length || 1;
  shown = (shown + by + all) % all;
  show();
}

function pause(button) {
  paused = !paused;
  button.setAttribute("aria-pressed", String(paused));
}

function wake() {
  document.body.classList.add("is-awake");
  clearTimeout(asleep);
  asleep = setTimeout(() => document.body.classList.remove("is-awake"), AWAKE);
}

for (const type of ["pointermove", "keydown"]) document.addEventListener(type, wake);
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-hall-turn], [data-hall-pause]");
  if (!button) return;
  if ("hallPause" in button.dataset) pause(button);
  else turn(Number(button.dataset.hallTurn));
});
document.addEventListener("htmx:afterSwap", show);

document.querySelectorAll("[data-hall-controls]").forEach((controls) => {
  controls.hidden = false;
});
shown = Math.max(0, pages().findIndex((page) => !page.hidden));
show();
setInterval(() => paused || turn(1), SECONDS * 1000);

// The hall screen turns its pages by itself, whatever the polls bring in between.
//   <main data-hall data-seconds="12"> <section data-hall-page> … </section> … </main>

const SECONDS = 12;
const AWAKE = 3_000; // milliseconds that the controls stay after the mouse has moved
const MIN_SIZE = 0.5; // of the size that the server chose
let shown = 0;
let paused = false;
let asleep = 0;
let champion = document.querySelector("[data-hall-first]") !== null;

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
  fit();
}

// Names that the server's estimate made too large get smaller until all is on the screen and no name is cut.
function fits(part) {
  const cut = [...part.querySelectorAll(".hall-person")].some((name) => name.scrollHeight > name.clientHeight + 2);
  return !cut && part.scrollHeight <= part.clientHeight + 1;
}

function fit() {
  const part = document.querySelector("[data-hall-page]:not([hidden]) [data-hall-fit]");
  const names = part?.querySelector(".hall-grid, .hall-rows");
  if (!names || matchMedia("(max-width: 39.99rem)").matches) return;
  for (let shrunk = 1; shrunk > MIN_SIZE; shrunk -= 0.05) {
    names.style.setProperty("--shrunk", shrunk.toFixed(2));
    if (fits(part)) return;
  }
}

// Whoever has just won is shown at once.
function swapped() {
  const won = pages().findIndex((page) => "hallFirst" in page.dataset);
  if (won >= 0 && !champion) shown = won;
  champion = won >= 0;
  show();
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
document.addEventListener("htmx:afterSwap", swapped);
window.addEventListener("resize", fit);
document.fonts?.ready.then(fit);

document.querySelectorAll("[data-hall-controls]").forEach((controls) => {
  controls.hidden = false;
});
shown = Math.max(0, pages().findIndex((page) => !page.hidden));
show();
setInterval(() => paused || turn(1), SECONDS * 1000);

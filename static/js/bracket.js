// The drawn bracket: lights up an entry's path while its name has the focus or the pointer on it, makes the drawing smaller
// and larger, and brings the entry that is looked for into view. Without JavaScript it has its own size, and scrolls.
//   <div data-zoom hidden> <button data-zoom-by="0.8"> <button data-zoom-fit> </div>   <svg data-zoomed width="…" viewBox="…">

const MIN_SCALE = 0.35;
const MAX_SCALE = 2;
let scale = 1;

function light(name, on) {
  const drawing = name.closest("[data-bracket]");
  if (!drawing) return;
  drawing.classList.toggle("is-tracing", on);
  drawing.querySelectorAll("[data-path]").forEach((part) => {
    const theirs = part.dataset.path.split(" ").includes(name.dataset.entry);
    part.classList.toggle("on-path", on && theirs);
  });
}

function show() {
  document.querySelectorAll("[data-zoomed]").forEach((drawn) => {
    const { width, height } = drawn.viewBox.baseVal;
    drawn.setAttribute("width", Math.round(width * scale));
    drawn.setAttribute("height", Math.round(height * scale));
  });
}

function zoom(to) {
  scale = Math.min(MAX_SCALE, Math.max(MIN_SCALE, to));
  show();
}

function fit() {
  const drawn = document.querySelector("svg[data-bracket]");
  const space = document.querySelector(".bracket-scroll");
  if (drawn && space) zoom((space.clientWidth - 16) / drawn.viewBox.baseVal.width);
}

for (const [type, on] of [["focusin", true], ["mouseover", true], ["focusout", false], ["mouseout", false]]) {
  document.addEventListener(type, (event) => {
    const name = event.target.closest && event.target.closest("[data-entry]");
    if (name) light(name, on);
  });
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-zoom-by], [data-zoom-fit]");
  if (!button) return;
  if ("zoomFit" in button.dataset) fit();
  else zoom(scale * Number(button.dataset.zoomBy));
});
document.addEventListener("htmx:afterSwap", () => scale !== 1 && show());

document.querySelectorAll("[data-zoom]").forEach((tools) => {
  tools.hidden = false;
});
if (new URLSearchParams(location.search).has("inscricao")) {
  const theirs = document.querySelectorAll(".bracket-side.on-path");
  if (theirs.length) theirs[theirs.length - 1].scrollIntoView({ block: "center", inline: "center" });
}

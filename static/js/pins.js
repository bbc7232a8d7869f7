// Matches of the timetable are dragged to a table and a time, or moved by arrow keys: both fill in the form below the drawing
// and send it. Without this file the form does the same.
//   <svg data-begins="2026-11-25T09:00" data-scale="3.0" data-left data-top data-row data-tables="1 2"> <a data-pin="m…">
//   <form id="pin-form"> [name=match] [name=table] [name=begins_at]

const STEP = 5; // minutes
const NEAR = 6; // pixels that are no drag yet
let moved = null; // {link, dx, dy, from} while a bar is held or moved by keys
let held = null; // where the pointer went down

const form = () => document.getElementById("pin-form");

function place({ link, dx, dy }) {
  const drawing = link.closest("svg");
  const { left, top, row, scale, begins, tables } = drawing.dataset;
  const box = link.querySelector("rect");
  const lines = tables.trim().split(" ");
  const line = Math.round((Number(box.getAttribute("y")) + dy - Number(top)) / Number(row) - 0.08);
  const minutes = (Number(box.getAttribute("x")) + dx - Number(left)) / Number(scale);
  const at = new Date(Date.parse(`${begins}Z`) + Math.round(Math.max(0, minutes) / STEP) * STEP * 60000);
  return { table: lines[Math.min(lines.length - 1, Math.max(0, line))], at: at.toISOString().slice(0, 16) };
}

function show() {
  moved.link.classList.add("is-moving");
  moved.link.setAttribute("transform", `translate(${moved.dx} ${moved.dy})`);
  const { table, at } = place(moved);
  const { match, table: tables, begins_at: begins } = form().elements;
  match.value = moved.link.dataset.pin;
  tables.value = table;
  begins.value = at;
  const said = [match, tables].map((field) => field.selectedOptions[0]?.textContent ?? "");
  form().querySelector("[data-pin-said]").textContent = [...said, at.slice(11)].join(", ");
}

function stop() {
  if (moved) {
    moved.link.classList.remove("is-moving");
    moved.link.removeAttribute("transform");
  }
  moved = held = null;
}

function prevent(event) {
  event.preventDefault();
}

function send() {
  form().requestSubmit(form().querySelector("[name=act]"));
}

document.addEventListener("pointerdown", (event) => {
  const link = event.target.closest("[data-pin]");
  if (!link || event.button !== 0 || event.pointerType === "touch") return;
  held = { link, x: event.clientX, y: event.clientY };
});
document.addEventListener("pointermove", (event) => {
  if (!held) return;
  const dx = event.clientX - held.x;
  const dy = event.clientY - held.y;
  if (!moved && Math.hypot(dx, dy) < NEAR) return;
  moved = { link: held.link, dx, dy };
  show();
});
document.addEventListener("pointerup", () => {
  const dragged = held && moved;
  held = null;
  if (!dragged) return;
  document.addEventListener("click", prevent, true);
  setTimeout(() => document.removeEventListener("click", prevent, true));
  send();
});
document.addEventListener("pointercancel", stop);
document.addEventListener("dragstart", (event) => event.target.closest?.("[data-pin]") && event.preventDefault());

const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

document.addEventListener("keydown", (event) => {
  const link = event.target.closest?.("[data-pin]");
  if (!link || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key in KEYS) {
    const [across, down] = KEYS[event.key];
    const { row, scale } = link.closest("svg").dataset;
    if (moved?.link !== link) stop();
    moved ??= { link, dx: 0, dy: 0 };
    moved.dx += across * STEP * Number(scale);
    moved.dy += down * Number(row);
    event.preventDefault();
    show();
  } else if (moved && event.key === "Enter") {
    event.preventDefault();
    send();
  } else if (moved && event.key === "Escape") stop();
});
document.addEventListener("focusout", (event) => {
  if (moved && !held && event.target.closest?.("[data-pin]") === moved.link) stop();
});
// What is under the hand stays under it: the drawing is asked for again later.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (moved || held) event.detail.shouldSwap = false;
});
document.querySelectorAll("[data-pin-keys]").forEach((told) => {
  told.hidden = false;
});

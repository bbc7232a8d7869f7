// After a plain win the bar asks for the losers' cards: a row of buttons for each, which tap the chips of the player's line.
// Which number that is, and its words, come from those chips (sheets/_chips.html); without them there are no rows.

const FORM = "form[data-sheet]";

function winnerOf(form) {
  const ending = form.querySelector("[name=ended_by]:checked");
  return ending?.value === "win_condition" ? form.querySelector("[name=winner]:checked")?.value : "";
}

const hasLeft = (line) => Boolean(line.querySelector("[name$='.out']")?.value);

function losers(form) {
  const winner = winnerOf(form);
  const chips = [...form.querySelectorAll(".sheet-line .chips[data-side]")];
  return winner ? chips.filter((one) => one.dataset.side !== winner && !hasLeft(one.closest(".sheet-line"))) : [];
}

function button(input) {
  const made = Object.assign(document.createElement("button"), { type: "button", className: "chip" });
  made.textContent = input.parentElement.textContent.trim();
  made.dataset.chip = input.id;
  made.classList.toggle("chip-none", !input.value);
  return made;
}

function row(chips) {
  const made = document.createElement("div");
  const name = Object.assign(document.createElement("span"), { className: "loser-name" });
  name.append(...[...chips.closest(".sheet-line").querySelector("legend").childNodes].map((node) => node.cloneNode(true)));
  made.className = "loser";
  made.setAttribute("role", "group");
  made.setAttribute("aria-label", chips.querySelector("legend").textContent.trim());
  made.append(name, ...[...chips.querySelectorAll("input")].map(button));
  return made;
}

function build(place, found) {
  const [first] = found;
  const words = first?.querySelector("legend").firstChild.textContent.trim() ?? "";
  const heading = Object.assign(document.createElement("p"), { className: "small strong", textContent: words });
  place.replaceChildren(...(first ? [heading, ...found.map(row)] : []));
  place.dataset.rows = found.map((one) => one.id).join(" ");
}

// The bar grows with its rows and its headline; the button below them stays on the screen.
function keepInView(form) {
  if (form.querySelector(".loser")) form.querySelector(".sheet-bar").scrollIntoView({ block: "nearest" });
}

function show(form) {
  const place = form.querySelector("[data-losers]");
  if (!place) return;
  const found = losers(form);
  if ((place.dataset.rows ?? "") !== found.map((one) => one.id).join(" ")) {
    build(place, found);
    keepInView(form);
  }
  place.querySelectorAll("[data-chip]").forEach((one) => {
    one.setAttribute("aria-pressed", String(document.getElementById(one.dataset.chip).checked));
  });
}

function showAll() {
  document.querySelectorAll(FORM).forEach(show);
}

document.addEventListener("click", (event) => {
  const tapped = event.target.closest("[data-losers] [data-chip]");
  if (tapped) document.getElementById(tapped.dataset.chip).click();
});
document.addEventListener("input", showAll);
document.addEventListener("change", showAll);
document.addEventListener("htmx:afterSettle", (event) => {
  const form = event.target.closest?.(FORM);
  showAll();
  if (form) keepInView(form);
});
window.addEventListener("load", showAll);

// What is folded is printed all the same, and folds back afterwards. Browsers open a fold for an anchor within by themselves.
// In a part that polls, what is unfolded stays so: details with an id are opened again after each swap.

let opened = [];
let unfolded = [];

window.addEventListener("beforeprint", () => {
  opened = [...document.querySelectorAll("details.fold:not([open])")];
  opened.forEach((fold) => fold.setAttribute("open", ""));
});
window.addEventListener("afterprint", () => opened.forEach((fold) => fold.removeAttribute("open")));

document.addEventListener("htmx:beforeSwap", (event) => {
  unfolded = [...event.detail.target.querySelectorAll("details[open][id]")].map((fold) => fold.id);
});
document.addEventListener("htmx:afterSwap", () => {
  for (const id of unfolded) document.getElementById(id)?.setAttribute("open", "");
  unfolded = [];
});

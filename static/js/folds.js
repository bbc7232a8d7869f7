// What is folded is printed all the same, and folds back afterwards. Browsers open a fold for an anchor within by themselves.

let opened = [];

window.addEventListener("beforeprint", () => {
  opened = [...document.querySelectorAll("details.fold:not([open])")];
  opened.forEach((fold) => fold.setAttribute("open", ""));
});
window.addEventListener("afterprint", () => opened.forEach((fold) => fold.removeAttribute("open")));

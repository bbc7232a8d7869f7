// Many sheets on one page: after a row is recorded, the keyboard goes on at the next one. Without this file the page itself
// opens at the next row.
document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (!(target instanceof Element) || !target.querySelector(":scope > [data-row-recorded]")) return;
  let next = target.nextElementSibling;
  while (next && !next.querySelector("form")) next = next.nextElementSibling;
  next?.querySelector("input:not([type=hidden])")?.focus();
});

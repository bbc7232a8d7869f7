// The door made fast: Enter checks in the only person found, and after each one the search is ready again.
const search = document.getElementById("door-search");

function onlyButton() {
  const door = document.getElementById("door");
  const buttons = door.querySelectorAll(".door-in");
  return door.dataset.query === search.value.trim() && search.value && buttons.length === 1 ? buttons[0] : null;
}

search?.addEventListener("keydown", (event) => {
  const button = event.key === "Enter" ? onlyButton() : null;
  if (!button) return;
  event.preventDefault();
  button.click();
});

// What others did comes every few seconds; what somebody has just under the thumb stays as it is.
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const part = event.detail.target;
  const touched = [...part.querySelectorAll("input")].some((input) => input.checked !== input.defaultChecked);
  if (touched || part.querySelector("details[open]") || part.contains(document.activeElement)) event.detail.shouldSwap = false;
});

document.addEventListener("htmx:afterSettle", (event) => {
  const row = event.detail.elt;
  if (!row.classList?.contains("door-row")) return;
  if (search?.value) search.select();
  else document.getElementById(row.id)?.focus({ preventScroll: true });
});

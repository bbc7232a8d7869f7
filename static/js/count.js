// The count at a table: a poll that left before a tap knows less than the tap's answer, so it is dropped.

let tapped = false;

function isPoll(event) {
  return event.target instanceof Element && event.target.matches("[data-count-poll]");
}

document.addEventListener("htmx:beforeRequest", (event) => {
  tapped = !isPoll(event);
});
document.addEventListener("htmx:beforeOnLoad", (event) => {
  if (!isPoll(event)) tapped = true;
  else if (tapped) event.preventDefault();
});

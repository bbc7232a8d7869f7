// Every page: says when it can no longer be trusted to be fresh, and shows the tab where one is.
const notice = document.getElementById("connection");

function show(lost) {
  if (notice) notice.hidden = !lost;
}

document.addEventListener("htmx:sendError", () => show(true));
document.addEventListener("htmx:timeout", () => show(true));
document.addEventListener("htmx:afterRequest", (event) => {
  const status = event.detail.xhr ? event.detail.xhr.status : 0;
  if (status) show(status >= 500);
});
window.addEventListener("offline", () => show(true));

// A polled part brings the record's number with it; the head of the page shows it.
document.addEventListener("record", (event) => {
  for (const number of document.querySelectorAll("[data-record]")) number.textContent = event.detail.seq;
});

const here = document.querySelector(".tabs [aria-current]");
if (here) here.parentElement.scrollLeft = here.offsetLeft - here.parentElement.clientWidth / 3;

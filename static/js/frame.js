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
if (!navigator.onLine) show(true); // a page that was kept on this device

// A polled part brings the record's number with it.
document.addEventListener("record", (event) => {
  for (const place of document.querySelectorAll("[data-record]")) place.textContent = event.detail.seq;
  renewHead(event.detail.state);
});

// The draw and the end change the head of every page that stays open: its badge, and its tabs.
async function renewHead(state) {
  const head = document.querySelector("[data-state]");
  if (!head || head.dataset.state === state) return;
  head.dataset.state = state;
  const answer = await fetch(location.href);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.querySelector("[data-state]");
  if (answer.ok && fresh) head.replaceWith(fresh);
}

const here = document.querySelector(".tabs [aria-current]");
if (here) here.parentElement.scrollLeft = here.offsetLeft - here.parentElement.clientWidth / 3;

// What the bar under the thumb has behind "More" closes when somebody looks elsewhere.
function closeMore() {
  for (const more of document.querySelectorAll(".thumb-bar details[open]")) more.open = false;
}

document.addEventListener("click", (event) => {
  if (!event.target.closest(".thumb-bar details")) closeMore();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeMore();
});

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}

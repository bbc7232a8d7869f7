// Polls slow down by themselves where the server is busy, each phone at its own pace, and hurry again once it answers
// quickly. htmx asks at its interval; what is not due yet is left out. A network that is away makes nobody slower.

const SLOW = 2_000;
const MAX_PAUSE = 60_000;
let pause = 0; // milliseconds between two polls, 0 for the page's own interval
let due = 0;

const polls = (event) => event.detail.elt && event.detail.elt.closest("[data-live]") === event.detail.elt;

function settle(busy) {
  pause = busy ? Math.min(Math.max(pause * 2, 5_000), MAX_PAUSE) : 0;
  due = performance.now() + pause * (0.5 + Math.random());
}

document.addEventListener("htmx:beforeRequest", (event) => {
  if (!polls(event)) return;
  if (performance.now() < due) event.preventDefault();
  else event.detail.xhr.asked = event.timeStamp;
});

document.addEventListener("htmx:afterRequest", (event) => {
  const xhr = event.detail.xhr;
  if (polls(event) && xhr && xhr.asked) settle(xhr.status >= 500 || event.timeStamp - xhr.asked > SLOW);
});

window.addEventListener("online", () => settle(false));

// Polls slow down by themselves where the server is busy or away, each phone at its own pace, and hurry again once
// it answers quickly. htmx asks at its interval; what is not due yet is left out.

const SLOW = 2_000;
const MOST = 60_000;
let pause = 0; // milliseconds between two polls, 0 for the page's own interval
let due = 0;

const polls = (event) => event.detail.elt && event.detail.elt.closest("[data-live]") === event.detail.elt;

function settle(busy) {
  pause = busy ? Math.min(Math.max(pause * 2, 5_000), MOST) : 0;
  due = performance.now() + pause * (0.5 + Math.random());
}

document.addEventListener("htmx:beforeRequest", (event) => {
  if (!polls(event)) return;
  if (performance.now() < due) event.preventDefault();
  else event.detail.xhr.began = performance.now();
});

document.addEventListener("htmx:afterRequest", (event) => {
  const xhr = event.detail.xhr;
  if (!polls(event) || !xhr || !xhr.began) return;
  settle(!xhr.status || xhr.status >= 500 || performance.now() - xhr.began > SLOW);
});

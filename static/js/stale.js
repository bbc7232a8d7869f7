// Says so when what is on the screen is old: no answer from the server for 15 seconds.
//   <p data-stale hidden>Connection lost. Shown as of <span data-stale-since></span></p>
// Only pages with something that polls ([data-live]) can become stale.

const LIMIT = 15_000;
let heard = performance.now(); // never the device's clock, which somebody may set: that would make all pages old

function answered(event) {
  const status = event.detail.xhr ? event.detail.xhr.status : 0;
  const polls = event.detail.elt && event.detail.elt.closest("[data-live]");
  if (polls && status >= 200 && status < 300) heard = performance.now();
}

function time(moment) {
  return new Date(moment).toLocaleTimeString(document.documentElement.lang || undefined);
}

function judge() {
  const stale = document.querySelector("[data-live]") && performance.now() - heard > LIMIT;
  document.querySelectorAll("[data-stale]").forEach((notice) => {
    if (stale && notice.hidden) {
      notice.querySelectorAll("[data-stale-since]").forEach((since) => {
        since.textContent = time(Date.now() - (performance.now() - heard));
      });
    }
    notice.hidden = !stale;
  });
  document.documentElement.classList.toggle("is-stale", Boolean(stale));
}

// Before the swap: afterwards the part that polled is no longer in the page to be recognized.
document.addEventListener("htmx:beforeOnLoad", (event) => {
  answered(event);
  judge();
});
setInterval(judge, 1000);

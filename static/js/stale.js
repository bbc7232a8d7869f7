// Says so when what is on the screen is old: no answer from the server for 15 seconds, or a page that the worker kept.
//   <p data-stale data-zone="America/Sao_Paulo" hidden>Connection lost. Shown as of <span data-stale-since></span></p>
// Only pages with something that polls ([data-live]) can become stale.

const LIMIT = 15_000;
const kept = Number(document.documentElement.dataset.kept);
let heard = kept ? -LIMIT : performance.now(); // never the device's clock, which somebody may set: that would make all pages old
let stood = kept || Date.now(); // the moment of what is shown: by the server's clock, once it has answered

function answered(event) {
  const status = event.detail.xhr ? event.detail.xhr.status : 0;
  const polls = event.detail.elt && event.detail.elt.closest("[data-live]");
  if (!polls || status < 200 || status >= 300) return;
  heard = performance.now();
  stood = Number(event.detail.xhr.getResponseHeader("Server-Time")) || Date.now();
}

function time(zone) {
  const shape = { hour: "2-digit", minute: "2-digit", timeZone: zone };
  return new Date(stood).toLocaleTimeString(document.documentElement.lang || undefined, shape);
}

function judge() {
  const stale = document.querySelector("[data-live]") && performance.now() - heard > LIMIT;
  document.querySelectorAll("[data-stale]").forEach((notice) => {
    if (stale && notice.hidden) {
      notice.querySelectorAll("[data-stale-since]").forEach((since) => {
        since.textContent = time(notice.dataset.zone);
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

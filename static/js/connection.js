// Says so when the page can no longer be trusted to be fresh, and takes it back when it can.
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

// What is sent at once or not at all: before a plain form goes, the server is asked for. Where it cannot be reached, the form
// stays as it is and says so, in place of the browser's own page. Without this file it is sent as ever.
//   <template id="not-sent"> <p data-not-sent role="alert"> … </p> </template>

const ASKED = "/saude/viva/";
const PATIENCE = 4000;
let asking = false;
let goes = false; // the server has answered, and the form is on its way

async function isReached() {
  const signal = AbortSignal.timeout(PATIENCE);
  return fetch(ASKED, { cache: "no-store", signal }).then((answer) => answer.ok, () => false);
}

function say(form) {
  form.append(document.getElementById("not-sent").content.cloneNode(true));
  form.querySelector("[data-not-sent]").scrollIntoView({ block: "center" });
}

async function send(form, button) {
  asking = true;
  document.querySelectorAll("[data-not-sent]").forEach((old) => old.remove());
  const reached = await isReached();
  asking = false;
  if (!reached) return say(form);
  goes = true;
  form.requestSubmit(button);
  goes = false;
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (goes || form.method !== "post" || form.hasAttribute("hx-post") || !form.closest("main")) return;
  event.preventDefault();
  if (!asking) send(form, event.submitter);
});
// A poll that comes meanwhile takes no form away.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (asking) event.detail.shouldSwap = false;
});

// Shows every [data-copy="#id"] button and lets it copy that element's text; plain http has no clipboard API.
function fallback(source) {
  const helper = document.createElement("textarea");
  helper.value = source;
  helper.className = "visually-hidden";
  document.body.append(helper);
  helper.select();
  const done = document.execCommand("copy");
  helper.remove();
  return done;
}

async function copy(text) {
  if (!navigator.clipboard) return fallback(text);
  return navigator.clipboard.writeText(text).then(() => true, () => fallback(text));
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const source = document.querySelector(button.dataset.copy);
    const done = await copy(source.value ?? source.textContent);
    if (done) button.textContent = button.dataset.done;
  });
}

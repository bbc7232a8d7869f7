// Shows every [data-share="#id"] button if this device can share files, and sends that text with the pictures
// of the same card. Browsers offer it over https only; elsewhere people save the pictures and copy the text.
const probe = new File([new Uint8Array(1)], "a.png", { type: "image/png" });
const MAX_PICTURES = 10; // pictures that one message takes

async function pictureFiles(card) {
  const links = [...card.querySelectorAll("[data-picture]")].slice(0, MAX_PICTURES);
  return Promise.all(links.map(async (link) => {
    const response = await fetch(link.href);
    if (!response.ok) throw new Error(String(response.status));
    return new File([await response.blob()], link.download, { type: "image/png" });
  }));
}

async function send(button) {
  const text = document.querySelector(button.dataset.share).textContent;
  try {
    await navigator.share({ text, files: await pictureFiles(button.closest("article")) });
  } catch (problem) {
    if (problem.name !== "AbortError") button.textContent = button.dataset.failed;
  }
}

if (navigator.canShare?.({ files: [probe] })) {
  for (const button of document.querySelectorAll("[data-share]")) {
    button.hidden = false;
    button.addEventListener("click", () => send(button));
  }
}

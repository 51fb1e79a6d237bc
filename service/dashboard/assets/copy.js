// Copies the key beside a button. Without scripts there is no button, and the key can be selected.

async function copy(button) {
  await navigator.clipboard.writeText(button.previousElementSibling.textContent);
  button.textContent = button.dataset.copied;
}

for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', () => void copy(button));
}

const line = document.querySelector('#notice')
let hiding

/** Runs work that may fail, and shows its error on the page. */
export async function trying(work) {
  try {
    await work()
    line.hidden = true
  } catch (error) {
    tell(error.message)
  }
}

/** Shows a sentence for eight seconds. */
export function tell(sentence) {
  line.textContent = sentence
  line.hidden = false
  clearTimeout(hiding)
  hiding = setTimeout(() => {
    line.hidden = true
  }, 8000)
}

const line = document.querySelector('#notice')
let hiding

/** Does something that may fail, and says so on the page if it does. */
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

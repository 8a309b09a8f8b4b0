/** Pause between two looks at the platform, in milliseconds. */
const PAUSE_MS = 2000

/** Shows what has changed since, without loading the page anew. */
async function refresh() {
  const answer = await fetch(location.pathname)
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const [shown, current] = [document, page].map((each) => each.querySelector('#live'))
  if (current && shown.innerHTML !== current.innerHTML) shown.replaceWith(current)
}

async function keepCurrent() {
  // While the system restarts, the page stays as it is.
  if (document.visibilityState === 'visible') await refresh().catch(console.warn)
  setTimeout(keepCurrent, PAUSE_MS)
}

const copy = document.querySelector('#copy')
copy.hidden = false
copy.addEventListener('click', async () => {
  await navigator.clipboard.writeText(document.querySelector('#token').textContent)
  copy.textContent = 'Copiado'
})

void keepCurrent()

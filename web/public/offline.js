// The page without a network speaks the user's language, and gives way to the app when the network is back.
;(() => {
  const TEXTS = {
    en: {
      title: 'No connection to Recado',
      text: 'Check this device’s internet connection. The page comes back by itself when the connection is back.',
      again: 'Try again',
    },
    es: {
      title: 'Sin conexión con Recado',
      text: 'Compruebe la conexión a internet de este dispositivo. La página vuelve sola cuando vuelva la conexión.',
      again: 'Intentar de nuevo',
    },
  }
  const EVERY_MS = 10_000

  const language = () => {
    try {
      return localStorage.getItem('recado.language')
    } catch {
      // Storage may be switched off: Portuguese.
      return null
    }
  }
  const chosen = language()
  const texts = TEXTS[chosen]
  if (texts) {
    document.documentElement.lang = chosen
    for (const element of document.querySelectorAll('[data-text]'))
      element.textContent = texts[element.dataset.text]
  }

  const reload = () => location.reload()
  document.querySelector('button').addEventListener('click', reload)
  addEventListener('online', reload)
  // A network may be there without the server behind it.
  setInterval(async () => {
    const answer = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
    if (answer?.ok) reload()
  }, EVERY_MS)
})()

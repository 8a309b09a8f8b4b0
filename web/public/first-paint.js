// What the page looks like before the app has loaded: the chosen colours, so that a dark page never flashes white, and
// whether a user is signed in.
;(() => {
  const stored = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      // Storage may be switched off: the system's colours, and the login.
      return null
    }
  }
  const root = document.documentElement
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const chosen = stored('recado.colorScheme')
  root.setAttribute('data-mantine-color-scheme', chosen === 'light' || chosen === 'dark' ? chosen : system)
  if (stored('recado.session')) root.setAttribute('data-signed-in', '')
})()

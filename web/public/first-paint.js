// What the page looks like before the app has loaded: the chosen colours, so that a dark page never flashes white,
// whether a user is signed in, and whether the browser is too old for the app.
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
  const isNew =
    CSS.supports('color', 'light-dark(#000, #fff)') &&
    CSS.supports('selector(:has(a))') &&
    'groupBy' in Map &&
    'withResolvers' in Promise &&
    'Segmenter' in Intl
  if (!isNew) root.setAttribute('data-old-browser', '')
})()

// Sets the colour scheme before the first paint, so that a dark page never flashes white.
;(() => {
  let stored = null
  try {
    stored = localStorage.getItem('recado.colorScheme')
  } catch {
    // Storage may be switched off; the system's choice counts then.
  }
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const scheme = stored === 'light' || stored === 'dark' ? stored : system
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
})()

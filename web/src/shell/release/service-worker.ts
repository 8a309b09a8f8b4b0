/**
 * Registers the service worker of `public/sw.js`, which makes the app installable and has a page for moments without a
 * network. Only of a built app: the development server's files change without their names. Browsers without service
 * workers, and those that refuse one, show the app without it.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // After the page, whose files come first.
  addEventListener('load', () => {
    navigator.serviceWorker
      .register('/sw.js', { updateViaCache: 'none' })
      .catch((error: unknown) => console.warn('no service worker', error))
  })
}

interface Shown {
  title: string
  body: string
  /** A later notification with the same tag replaces this one. */
  tag: string
  /** The page that a click opens. */
  path: string | undefined
}

/**
 * Shows a notification of the browser, by the service worker if it runs. In an installed app on an iPhone only the worker can:
 * the page's constructor does nothing there, without an error (https://github.com/whatwg/notifications/issues/210).
 * @param open opens the page in this tab
 */
export async function showNotification({ title, body, tag, path }: Shown, open: () => void): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration()
  // A registration without an active worker refuses to show one.
  if (worker?.active) return worker.showNotification(title, { body, tag, data: { path } })
  try {
    const notification = new Notification(title, { body, tag })
    notification.onclick = () => {
      window.focus()
      notification.close()
      open()
    }
  } catch (error) {
    // Chrome on Android has no constructor (https://developer.mozilla.org/docs/Web/API/Notification/Notification).
    if (!(error instanceof TypeError)) throw error
  }
}

/** Opens the pages of notifications that the service worker showed. @returns ends it */
export function onNotificationClick(open: (path: string) => void): () => void {
  const listen = ({ data }: MessageEvent) => {
    if (typeof data?.opens === 'string') open(data.opens)
  }
  navigator.serviceWorker?.addEventListener('message', listen)
  return () => navigator.serviceWorker?.removeEventListener('message', listen)
}

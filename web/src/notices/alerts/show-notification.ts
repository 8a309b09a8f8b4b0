interface Shown {
  title: string
  body: string
  /** A later notification with the same tag replaces this one. */
  tag: string
  /** The page that a click opens. */
  path: string | undefined
}

/**
 * Shows a notification of the browser. In Chrome on Android only the service worker can: the constructor is a TypeError there
 * (https://developer.mozilla.org/docs/Web/API/Notification/Notification).
 * @param open opens the page in this tab
 */
export async function showNotification({ title, body, tag, path }: Shown, open: () => void): Promise<void> {
  try {
    const notification = new Notification(title, { body, tag })
    notification.onclick = () => {
      window.focus()
      notification.close()
      open()
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const worker = await navigator.serviceWorker?.getRegistration()
    await worker?.showNotification(title, { body, tag, data: { path } })
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

/** Time (ms) after which a local file counts as unreadable. */
const LOADING_MS = 3000

/**
 * Loads a local file into an element that plays it. Safari on iPhones may load only the duration of a video, and reports
 * neither its first picture nor an error.
 * @param event that shows that enough is loaded
 * @returns `read` of the loaded element; undefined if the browser cannot read the file
 */
export async function loadedFrom<T>(
  element: HTMLMediaElement,
  file: Blob,
  event: 'loadeddata' | 'loadedmetadata',
  read: () => T | Promise<T>,
): Promise<T | undefined> {
  const url = URL.createObjectURL(file)
  const { promise: isLoaded, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), LOADING_MS)
  element.addEventListener(event, () => resolve(true))
  element.addEventListener('error', () => resolve(false))
  element.muted = true
  element.src = url
  try {
    return (await isLoaded) ? await read() : undefined
  } finally {
    clearTimeout(timer)
    URL.revokeObjectURL(url)
  }
}

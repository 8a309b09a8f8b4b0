/** A browser reads a blob a moment after the click that saves it (ms). */
const FREED_AFTER_MS = 10_000

/** Saves a blob as a file, through the browser. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob)
  saveFileAt(url, fileName)
  setTimeout(() => URL.revokeObjectURL(url), FREED_AFTER_MS)
}

/**
 * Starts the download of a file that its server calls an attachment.
 * @param fileName '' for the server's own name
 */
export function saveFileAt(url: string, fileName: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.rel = 'noopener'
  link.click()
}

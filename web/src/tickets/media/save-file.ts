/**
 * Saves a file under a name. Pictures are opened by browsers unless they are objects of the page.
 * @throws TypeError if the file cannot be fetched
 */
export async function saveShownFile(url: string, fileName: string): Promise<void> {
  // A copy in the browser's cache may come without the headers that let the page read it.
  const answer = await fetch(url, { cache: 'no-store' })
  if (!answer.ok) throw new TypeError(`The file answered ${answer.status}`)
  const object = URL.createObjectURL(await answer.blob())
  saveFile(object, fileName)
  setTimeout(() => URL.revokeObjectURL(object), FREED_AFTER_MS)
}

/** A browser reads the object a moment after the click. */
const FREED_AFTER_MS = 10_000

/** Starts the download of a file that its server calls an attachment. */
export function saveFile(url: string, fileName: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.rel = 'noopener'
  link.click()
}

const EXTENSIONS: Record<string, string> = { 'video/3gpp': '3gp', 'audio/mpeg': 'mp3', 'audio/mp4': 'm4a' }

/**
 * A name for a file that has none: `foto-2026-11-23.jpg`.
 * @param at ISO 8601; undefined for a name without a day
 */
export function fileNameOf(kind: string, at: string | undefined, mimetype: string): string {
  const [day] = at?.split('T') ?? []
  const extension = EXTENSIONS[mimetype] ?? mimetype.split('/').at(-1) ?? 'bin'
  const name = [kind.toLowerCase(), day].filter(Boolean).join('-')
  return `${name}.${extension.replace('jpeg', 'jpg')}`
}

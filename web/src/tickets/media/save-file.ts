import { saveBlob } from '../../ui/save-file.ts'

/**
 * Saves a file under a name. Pictures are opened by browsers unless they are objects of the page.
 * @throws TypeError if the file cannot be fetched
 */
export async function saveShownFile(url: string, fileName: string): Promise<void> {
  // A copy in the browser's cache may come without the headers that let the page read it.
  const answer = await fetch(url, { cache: 'no-store' })
  if (!answer.ok) throw new TypeError(`The file answered ${answer.status}`)
  saveBlob(await answer.blob(), fileName)
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

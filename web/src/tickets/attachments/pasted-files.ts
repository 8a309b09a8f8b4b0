/**
 * The files of a paste. A text is pasted as text and has none: Excel and Word add a picture of the cells or words that were copied.
 */
export function pastedFiles(clipboard: Pick<DataTransfer, 'files' | 'getData'>): File[] {
  const files = [...clipboard.files]
  // The Finder of macOS adds the names of the copied files as a text.
  const names = new Set(files.map(({ name }) => name.normalize()))
  const lines = clipboard
    .getData('text/plain')
    .normalize()
    .split(/[\r\n]+/)
  const hasText = lines.some((line) => line.trim() !== '' && !names.has(line))
  return hasText ? [] : files
}

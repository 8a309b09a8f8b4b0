/** Type of an image by its first bytes, whatever its name; undefined for anything but PNG and JPEG. */
export function imageTypeOf(bytes: Uint8Array): 'image/png' | 'image/jpeg' | undefined {
  const beginning = Buffer.from(bytes.subarray(0, PNG.length)).toString('latin1')
  if (beginning === PNG) return 'image/png'
  return beginning.startsWith(JPEG) ? 'image/jpeg' : undefined
}

/** Every PNG begins with this signature and header name. */
const PNG = '\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR'
const JPEG = '\xff\xd8\xff'

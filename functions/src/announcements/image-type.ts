/** What an image is by its first bytes, whatever it is called; undefined for everything that is neither PNG nor JPEG. */
export function imageTypeOf(bytes: Uint8Array): 'image/png' | 'image/jpeg' | undefined {
  const beginning = Buffer.from(bytes.subarray(0, PNG.length)).toString('latin1')
  if (beginning === PNG) return 'image/png'
  return beginning.startsWith(JPEG) ? 'image/jpeg' : undefined
}

/** The signature and the header's name, with which every PNG begins. */
const PNG = '\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR'
const JPEG = '\xff\xd8\xff'

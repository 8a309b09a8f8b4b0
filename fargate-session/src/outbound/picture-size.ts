/** Width and height of a picture, in pixels. */
export interface PictureSize {
  width: number
  height: number
}

/**
 * The size of a picture by its header; undefined if these bytes do not tell it. A GIF never tells it: its frames may be larger
 * than the size in its header.
 * @param beginning of the file
 */
export function pictureSizeOf(beginning: Buffer): PictureSize | undefined {
  const reader = READERS.find(({ begins }) => beginning.subarray(0, begins.length).equals(begins))
  try {
    return reader?.read(beginning)
  } catch (error) {
    // The header goes on behind these bytes.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const READERS: { begins: Buffer; read: (bytes: Buffer) => PictureSize | undefined }[] = [
  { begins: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), read: sizeOfPng },
  { begins: Buffer.from([0xff, 0xd8]), read: sizeOfJpeg },
  { begins: Buffer.from('RIFF'), read: sizeOfWebp },
]

/** W3C PNG, chapter 11.2.1: the header comes first. */
function sizeOfPng(bytes: Buffer): PictureSize | undefined {
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** Markers of a frame's header (ITU T.81, table B.1). Between them are tables, which have other uses. */
const FRAMES = [0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]
const FIRST_FRAME = 0xc0
const SCAN = 0xda

/** Goes from segment to segment. Bytes between segments, which decoders skip, make the size unknown. */
function sizeOfJpeg(bytes: Buffer): PictureSize | undefined {
  for (let at = 2; bytes.readUInt8(at) === 0xff; ) {
    // Any number of 0xff may precede a marker.
    while (bytes.readUInt8(at) === 0xff) at += 1
    const marker = bytes.readUInt8(at)
    if (FRAMES.includes(marker))
      return { height: bytes.readUInt16BE(at + 4), width: bytes.readUInt16BE(at + 6) }
    // Only application data, comments and tables come before the frame, and each has a length.
    if (marker < FIRST_FRAME || marker === SCAN || isWithoutLength(marker)) return undefined
    at += 1 + bytes.readUInt16BE(at + 1)
  }
  return undefined
}

/** RST0 to RST7, SOI and EOI. */
const isWithoutLength = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd9

/** RFC 9649. The size of the canvas holds for all frames. */
function sizeOfWebp(bytes: Buffer): PictureSize | undefined {
  const chunk = bytes.toString('latin1', 8, 16)
  if (chunk === 'WEBPVP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (chunk === 'WEBPVP8 ')
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (chunk !== 'WEBPVP8L') return undefined
  const packed = bytes.readUInt32LE(21)
  return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
}

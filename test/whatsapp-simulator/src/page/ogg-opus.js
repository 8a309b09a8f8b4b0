/**
 * Rewraps a browser's recording: WebM with Opus becomes Ogg with the same Opus packets, which is what phones send as
 * voice messages. Throws if the WebM holds no sound.
 */
export function oggFromWebm(webm) {
  const { head = DEFAULT_HEAD, packets } = readWebm(webm)
  if (packets.length === 0) throw new Error('A gravação está vazia.')
  const pages = [page([head], { flags: FIRST, granule: 0, sequence: 0 })]
  pages.push(page([TAGS], { flags: 0, granule: 0, sequence: 1 }))
  let granule = 0
  for (let at = 0; at < packets.length; at += PACKETS_PER_PAGE) {
    const some = packets.slice(at, at + PACKETS_PER_PAGE)
    for (const packet of some) granule += samplesIn(packet)
    const flags = at + PACKETS_PER_PAGE >= packets.length ? LAST : 0
    pages.push(page(some, { flags, granule, sequence: pages.length }))
  }
  return new Blob(pages, { type: 'audio/ogg' })
}

/** Header flags of an Ogg page. */
const FIRST = 2
const LAST = 4

/** A page has room for 255 segments. A packet of 60 ms needs up to 6. */
const PACKETS_PER_PAGE = 40

const text = (words) => new TextEncoder().encode(words)

/** Version 1, one channel, no samples to skip, 48 kHz, no gain. */
const DEFAULT_HEAD = Uint8Array.of(...text('OpusHead'), 1, 1, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0)
const TAGS = Uint8Array.of(...text('OpusTags'), 9, 0, 0, 0, ...text('simulador'), 0, 0, 0, 0)

/** WebM elements by id. Masters are entered, other elements are read or skipped. */
const MASTERS = [0x18538067, 0x1654ae6b, 0xae, 0x1f43b675, 0xa0]
const CODEC_PRIVATE = 0x63a2
const BLOCKS = [0xa3, 0xa1]
/** Track, time and flags before the packet of a block. */
const BLOCK_HEAD_BYTES = 4

function readWebm(bytes) {
  const packets = []
  let head
  for (let at = 0; at < bytes.length; ) {
    const id = readNumber(bytes, at, { keepMarker: true })
    const size = readNumber(bytes, at + id.bytes)
    const start = at + id.bytes + size.bytes
    const isMaster = MASTERS.includes(id.value)
    // The sizes of a live recording's masters are unknown, so their children are read as if they followed.
    at = isMaster ? start : start + size.value
    if (id.value === CODEC_PRIVATE) head = bytes.slice(start, at)
    if (BLOCKS.includes(id.value)) packets.push(bytes.slice(start + BLOCK_HEAD_BYTES, at))
  }
  return { head, packets }
}

/** A number of variable length: the zeros before the first one-bit, the marker, are its further bytes. */
function readNumber(bytes, at, { keepMarker = false } = {}) {
  const first = bytes[at] ?? 0
  const length = Math.clz32(first) - 23
  let value = keepMarker ? first : first & (0xff >> length)
  for (let next = 1; next < length; next++) value = value * 256 + (bytes[at + next] ?? 0)
  return { value, bytes: length }
}

/** Samples at 48 kHz in an Opus packet (RFC 6716, section 3.1). */
function samplesIn(packet) {
  const config = packet[0] >> 3
  const milliseconds =
    config < 12
      ? [10, 20, 40, 60][config & 3]
      : config < 16
        ? [10, 20][config & 1]
        : [2.5, 5, 10, 20][config & 3]
  const frames = [1, 2, 2, packet[1] & 63][packet[0] & 3]
  return milliseconds * frames * 48
}

/** An Ogg page (RFC 3533). `granule` is the number of samples up to its end. */
function page(packets, { flags, granule, sequence }) {
  const segments = packets.flatMap(({ length }) => [
    ...Array(Math.floor(length / 255)).fill(255),
    length % 255,
  ])
  const head = new DataView(new ArrayBuffer(27))
  for (const [at, byte] of text('OggS').entries()) head.setUint8(at, byte)
  head.setUint8(5, flags)
  head.setBigUint64(6, BigInt(granule), true)
  head.setUint32(14, 1, true)
  head.setUint32(18, sequence, true)
  head.setUint8(26, segments.length)
  const made = new Uint8Array(27 + segments.length + packets.reduce((sum, { length }) => sum + length, 0))
  made.set(new Uint8Array(head.buffer))
  made.set(segments, 27)
  let at = 27 + segments.length
  for (const packet of packets) {
    made.set(packet, at)
    at += packet.length
  }
  new DataView(made.buffer).setUint32(22, checksum(made), true)
  return made
}

/** Ogg's CRC-32: polynomial 0x04c11db7, not reflected. */
function checksum(bytes) {
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte << 24
    for (let bit = 0; bit < 8; bit++) sum = sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1
  }
  return sum >>> 0
}

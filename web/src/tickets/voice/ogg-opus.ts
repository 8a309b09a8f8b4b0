import type { OpusStream } from './webm-opus.ts'

/** Samples a second of every granule position, whatever the recording's rate (RFC 7845 §4). */
export const GRANULE_RATE = 48_000

/** Header types of a page (RFC 3533 §6). */
const FIRST_PAGE = 2
const LAST_PAGE = 4

const HEADER_BYTES = 27
const CHECKSUM_AT = 22
const MOST_SEGMENTS = 255
/** A page holds up to this much sound, so that a player can go to a moment quickly (RFC 7845 §3), in samples. */
const PAGE_SAMPLES = GRANULE_RATE

/** Samples that a decoder throws away at the start: 80 ms (RFC 7845 §4.2). */
const PRE_SKIP = 3840
const VENDOR = 'Recado'

/**
 * An Ogg file with these Opus packets (RFC 7845).
 * @param serial the number of the stream, of 32 bits
 */
export function oggOf({ channels, head, packets }: OpusStream, serial: number): Uint8Array<ArrayBuffer> {
  const pages: Uint8Array[] = [
    pageOf([isOpusHead(head) ? head : opusHead(channels)], {
      serial,
      number: 0,
      granule: 0,
      type: FIRST_PAGE,
    }),
    pageOf([opusTags()], { serial, number: 1, granule: 0, type: 0 }),
  ]
  let granule = 0
  const groups = groupIntoPages(packets)
  for (const [index, group] of groups.entries()) {
    granule += group.reduce((sum, packet) => sum + samplesIn(packet), 0)
    const type = index === groups.length - 1 ? LAST_PAGE : 0
    pages.push(pageOf(group, { serial, number: index + 2, granule, type }))
  }
  return joined(pages)
}

function groupIntoPages(packets: readonly Uint8Array[]): Uint8Array[][] {
  const groups: Uint8Array[][] = []
  let [segments, samples] = [MOST_SEGMENTS, PAGE_SAMPLES]
  for (const packet of packets) {
    const its = segmentsOf(packet).length
    if (segments + its > MOST_SEGMENTS || samples >= PAGE_SAMPLES) {
      groups.push([])
      segments = 0
      samples = 0
    }
    groups.at(-1)?.push(packet)
    segments += its
    samples += samplesIn(packet)
  }
  return groups
}

interface PageHead {
  serial: number
  /** Pages are counted from 0. */
  number: number
  /** Samples up to the end of the page. */
  granule: number
  type: number
}

function pageOf(packets: readonly Uint8Array[], { serial, number, granule, type }: PageHead): Uint8Array {
  const segments = packets.flatMap(segmentsOf)
  const header = new Uint8Array(HEADER_BYTES)
  header.set(bytesOf('OggS'))
  header[5] = type
  header[26] = segments.length
  const view = new DataView(header.buffer)
  view.setBigUint64(6, BigInt(granule), true)
  view.setUint32(14, serial, true)
  view.setUint32(18, number, true)
  const page = joined([header, Uint8Array.from(segments), ...packets])
  new DataView(page.buffer).setUint32(CHECKSUM_AT, checksumOf(page), true)
  return page
}

/** The lengths that a page lists: 255 as often as it fits, and the rest, which may be 0. */
const segmentsOf = ({ length }: Uint8Array): number[] => [
  ...Array.from({ length: Math.floor(length / 255) }, () => 255),
  length % 255,
]

/** Durations of a frame by the packet's configuration, in samples (RFC 6716 §3.1). */
const SILK = [480, 960, 1920, 2880]
const HYBRID = [480, 960]
const CELT = [120, 240, 480, 960]

/** The duration of a packet in samples, as its first byte, and the second of many frames, tell. */
export function samplesIn(packet: Uint8Array): number {
  const [first = 0, second = 0] = packet
  const configuration = first >> 3
  const frame =
    configuration < 12
      ? SILK[configuration % 4]
      : configuration < 16
        ? HYBRID[configuration % 2]
        : CELT[configuration % 4]
  const code = first & 3
  const frames = code === 0 ? 1 : code === 3 ? second & 0x3f : 2
  return (frame ?? 0) * frames
}

const isOpusHead = (head: Uint8Array | undefined): head is Uint8Array =>
  head !== undefined &&
  head.length >= 19 &&
  new TextDecoder('latin1').decode(head.subarray(0, 8)) === 'OpusHead'

function opusHead(channels: number): Uint8Array {
  const head = new Uint8Array(19)
  head.set(bytesOf('OpusHead'))
  head[8] = 1
  head[9] = channels
  const view = new DataView(head.buffer)
  view.setUint16(10, PRE_SKIP, true)
  view.setUint32(12, GRANULE_RATE, true)
  return head
}

function opusTags(): Uint8Array {
  const vendor = bytesOf(VENDOR)
  const lengths = new DataView(new ArrayBuffer(8))
  lengths.setUint32(0, vendor.length, true)
  return joined([
    bytesOf('OpusTags'),
    new Uint8Array(lengths.buffer, 0, 4),
    vendor,
    // No comments.
    new Uint8Array(lengths.buffer, 4, 4),
  ])
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const POLYNOMIAL = 0x04c11db7
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24
  for (let bit = 0; bit < 8; bit++) value = value & 0x80000000 ? (value << 1) ^ POLYNOMIAL : value << 1
  return value >>> 0
})

/** The checksum of a page whose own checksum is 0 (RFC 3533 §6). */
export const checksumOf = (page: Uint8Array): number =>
  page.reduce((sum, byte) => ((sum << 8) ^ (TABLE[(sum >>> 24) ^ byte] ?? 0)) >>> 0, 0)

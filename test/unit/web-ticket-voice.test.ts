import { describe, expect, test } from 'vitest'
import { base64Of } from '../../web/src/tickets/media/base64.ts'
import { UnreadableRecording } from '../../web/src/tickets/voice/ebml.ts'
import { checksumOf, oggOf, samplesIn } from '../../web/src/tickets/voice/ogg-opus.ts'
import { waveformOf } from '../../web/src/tickets/voice/waveform-of.ts'
import { opusInWebm } from '../../web/src/tickets/voice/webm-opus.ts'

/** A packet of 20 ms of silence, and a longer one with the same first byte. */
const SILENCE = [0xf8, 0xff, 0xfe]
const packet = (length: number) =>
  Uint8Array.from([0xf8, ...Array.from({ length: length - 1 }, (_, at) => at % 256)])
const HEAD = [...Buffer.from('OpusHead'), 1, 1, 0x38, 0x01, 0x80, 0xbb, 0, 0, 0, 0, 0]

/** An element of WebM. Without `size`: of unknown size, as recorders write it. */
const element = (id: number[], content: number[], size: 'known' | 'unknown' = 'known'): number[] => [
  ...id,
  ...(size === 'known' ? [0x40 | (content.length >> 8), content.length & 0xff] : [1, ...Array(7).fill(0xff)]),
  ...content,
]
const block = (data: readonly number[], { track = 1, flags = 0x80 } = {}) =>
  element([0xa3], [0x80 | track, 0, 0, flags, ...data])

/** A recording as browsers write it: a segment and clusters of unknown size. */
function webm(blocks: number[][], { codec = 'A_OPUS', head = HEAD } = {}): Uint8Array {
  const audio = element([0xe1], element([0x9f], [1]))
  const track = element(
    [0xae],
    [
      ...element([0xd7], [1]),
      ...element([0x86], [...Buffer.from(codec)]),
      ...(head.length > 0 ? element([0x63, 0xa2], head) : []),
      ...audio,
    ],
  )
  const cluster = element([0x1f, 0x43, 0xb6, 0x75], [...element([0xe7], [0]), ...blocks.flat()], 'unknown')
  return Uint8Array.from([
    ...element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], [...Buffer.from('webm')])),
    ...element(
      [0x18, 0x53, 0x80, 0x67],
      [...element([0x16, 0x54, 0xae, 0x6b], track), ...cluster],
      'unknown',
    ),
  ])
}

interface Page {
  type: number
  granule: number
  serial: number
  number: number
  packets: Uint8Array[]
  isIntact: boolean
}

/** Reads an Ogg file by the book, apart from the code that wrote it. */
function pagesOf(file: Uint8Array): Page[] {
  const pages: Page[] = []
  for (let at = 0; at < file.length; ) {
    const view = new DataView(file.buffer, file.byteOffset + at)
    expect(Buffer.from(file.subarray(at, at + 4)).toString()).toBe('OggS')
    const segments = [...file.subarray(at + 27, at + 27 + view.getUint8(26))]
    const start = at + 27 + segments.length
    const packets: Uint8Array[] = []
    let [from, length] = [start, 0]
    for (const segment of segments) {
      length += segment
      if (segment === 255) continue
      packets.push(file.subarray(from, from + length))
      from += length
      length = 0
    }
    const end = start + segments.reduce((sum, segment) => sum + segment, 0)
    const blank = file.slice(at, end).fill(0, 22, 26)
    pages.push({
      type: view.getUint8(5),
      granule: Number(view.getBigUint64(6, true)),
      serial: view.getUint32(14, true),
      number: view.getUint32(18, true),
      packets,
      isIntact: bitwiseChecksum(blank) === view.getUint32(22, true),
    })
    at = end
  }
  return pages
}

function bitwiseChecksum(bytes: Uint8Array): number {
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte << 24
    for (let bit = 0; bit < 8; bit++) sum = sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1
  }
  return sum >>> 0
}

const remuxed = (blocks: number[][], options = {}) => pagesOf(oggOf(opusInWebm(webm(blocks, options)), 7))

describe('a recording in Ogg', () => {
  test('has the same packets in pages with sound checksums, numbers and positions', () => {
    const packets = Array.from({ length: 120 }, (_, index) => packet(3 + (index % 300)))
    const pages = remuxed(packets.map((bytes) => block([...bytes])))
    expect(pages.every(({ isIntact, serial }) => isIntact && serial === 7)).toBe(true)
    expect(pages.map(({ number }) => number)).toEqual(pages.map((_, index) => index))
    expect(pages.map(({ type }) => type)).toEqual([2, ...pages.slice(2).map(() => 0), 4])
    const [, , ...audio] = pages
    expect(audio.flatMap((page) => page.packets)).toEqual(packets)
    // A page ends after a second at most: 50 packets of 960 samples.
    expect(audio.map(({ granule }) => granule)).toEqual([48_000, 96_000, 115_200])
  })

  test('begins with the recorder’s head and with tags', () => {
    const [head, tags] = remuxed([block(SILENCE)])
    expect(head?.packets).toEqual([Uint8Array.from(HEAD)])
    const [words] = tags?.packets ?? []
    expect(Buffer.from(words ?? []).toString('latin1')).toBe('OpusTags\x06\0\0\0Recado\0\0\0\0')
    expect([head?.granule, tags?.granule]).toEqual([0, 0])
  })

  test('gets a head if the recorder wrote none', () => {
    const [head] = remuxed([block(SILENCE)], { head: [] })
    const bytes = Buffer.from(head?.packets[0] ?? [])
    expect([bytes.toString('latin1', 0, 8), bytes[8], bytes[9]]).toEqual(['OpusHead', 1, 1])
    expect([bytes.readUInt16LE(10), bytes.readUInt32LE(12)]).toEqual([3840, 48_000])
  })

  test('lists a packet of 255 bytes with a zero behind it, and one of 600 in three parts', () => {
    const [, , audio] = remuxed([block([...packet(255)]), block([...packet(600)])])
    expect(audio?.packets.map(({ length }) => length)).toEqual([255, 600])
  })

  test('is without other tracks, and without a last block that was cut off', () => {
    const whole = webm([block(SILENCE, { track: 2 }), block(SILENCE), block([...packet(40)])])
    expect(opusInWebm(whole.subarray(0, whole.length - 1)).packets).toEqual([Uint8Array.from(SILENCE)])
  })

  test.each([
    ['bytes that are no WebM', Uint8Array.from([0, 0, 0, 0])],
    ['a recording of another codec', webm([block(SILENCE)], { codec: 'A_VORBIS' })],
    ['a recording without sound', webm([])],
    ['blocks with several frames', webm([block(SILENCE, { flags: 0x82 })])],
    ['nothing', new Uint8Array()],
  ])('is refused for %s', (_, bytes) => {
    expect(() => opusInWebm(bytes)).toThrow(UnreadableRecording)
  })
})

test('the length of a packet follows from its first bytes', () => {
  const samples = (...bytes: number[]) => samplesIn(Uint8Array.from(bytes))
  expect(samples(0xf8)).toBe(960)
  expect(samples(0x00)).toBe(480)
  expect(samples(0x18)).toBe(2880)
  expect(samples(0x68)).toBe(960)
  expect(samples(0x80)).toBe(120)
  expect(samples(0xf9)).toBe(1920)
  expect(samples(0xfb, 3)).toBe(2880)
})

test('the checksum is that of the Ogg format', () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, index) => (index * 7) % 256)
  expect(checksumOf(bytes)).toBe(bitwiseChecksum(bytes))
})

test('a waveform has 64 bars, the loudest of 100', () => {
  const samples = Float32Array.from({ length: 6400 }, (_, at) => (at < 3200 ? 0.1 : 0.2) * (at % 2 ? 1 : -1))
  const bars = waveformOf(samples)
  expect([bars.length, bars[0], bars[63]]).toEqual([64, 50, 100])
  expect(base64Of(bars)).toHaveLength(88)
  expect([...waveformOf(new Float32Array(640))]).toEqual(Array(64).fill(0))
  expect(waveformOf(new Float32Array(3))).toHaveLength(64)
})

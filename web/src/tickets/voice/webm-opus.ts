import { integerIn, readElements, readNumber, UnreadableRecording } from './ebml.ts'

/** Ids of the elements that a recording needs (the WebM container guidelines). */
const SEGMENT = 0x18538067
const TRACKS = 0x1654ae6b
const TRACK = 0xae
const TRACK_NUMBER = 0xd7
const CODEC = 0x86
const CODEC_PRIVATE = 0x63a2
const AUDIO = 0xe1
const CHANNELS = 0x9f
const CLUSTER = 0x1f43b675
const BLOCK_GROUP = 0xa0
const BLOCK = 0xa1
const SIMPLE_BLOCK = 0xa3
const PARENTS = new Set([SEGMENT, TRACKS, TRACK, AUDIO, CLUSTER, BLOCK_GROUP])

/** Bits of a block that say how several frames share it. Recorders do not use it. */
const LACING = 0x06

export interface OpusStream {
  channels: number
  /** The `OpusHead` of the recorder; undefined if it wrote none. */
  head: Uint8Array | undefined
  packets: Uint8Array[]
}

/**
 * The Opus packets of a WebM recording.
 * @throws UnreadableRecording for bytes that are no WebM with Opus
 */
export function opusInWebm(bytes: Uint8Array): OpusStream {
  const stream: OpusStream = { channels: 1, head: undefined, packets: [] }
  let [number, isOpus] = [0, false]
  let opusTrack: number | undefined
  for (const { id, content } of readElements(bytes, PARENTS)) {
    switch (id) {
      case TRACK:
        isOpus = false
        break
      case TRACK_NUMBER:
        number = integerIn(content)
        break
      case CODEC:
        isOpus = opusTrack === undefined && new TextDecoder().decode(content) === 'A_OPUS'
        if (isOpus) opusTrack = number
        break
      case CODEC_PRIVATE:
        if (isOpus) stream.head = content
        break
      case CHANNELS:
        if (isOpus) stream.channels = integerIn(content)
        break
      case BLOCK:
      case SIMPLE_BLOCK: {
        const packet = packetIn(content, opusTrack)
        if (packet) stream.packets.push(packet)
      }
    }
  }
  if (stream.packets.length === 0) throw new UnreadableRecording('The recording has no Opus')
  return stream
}

/** A block: its track, two bytes of time, flags, and the packet. */
function packetIn(block: Uint8Array, opusTrack: number | undefined): Uint8Array | undefined {
  const track = readNumber(block, 0, 'without marker')
  if (!track || track.value !== opusTrack) return undefined
  const flagsAt = track.length + 2
  if ((block[flagsAt] ?? 0) & LACING) throw new UnreadableRecording('Several frames share a block')
  const packet = block.subarray(flagsAt + 1)
  return packet.length > 0 ? packet : undefined
}

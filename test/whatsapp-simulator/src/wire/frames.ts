/**
 * Splits the bytes of a WhatsApp socket into frames: an opening header (`WA`, 6, dictionary version), then frames
 * of a 3-byte big-endian length and their payload.
 */
export class FrameReader {
  #buffered: Buffer = Buffer.alloc(0)
  #sawHeader = false

  /** Takes received bytes and returns the completed frames. Throws for a client that is not WhatsApp's. */
  read(bytes: Buffer): Buffer[] {
    this.#buffered = this.#buffered.length === 0 ? bytes : Buffer.concat([this.#buffered, bytes])
    if (!this.#sawHeader && !this.#takeHeader()) return []
    const frames: Buffer[] = []
    for (;;) {
      if (this.#buffered.length < LENGTH_BYTES) return frames
      const end = LENGTH_BYTES + this.#buffered.readUIntBE(0, LENGTH_BYTES)
      if (this.#buffered.length < end) return frames
      frames.push(this.#buffered.subarray(LENGTH_BYTES, end))
      this.#buffered = this.#buffered.subarray(end)
    }
  }

  /** A client with routing information sends `ED 0 1`, a 3-byte length and the information first. */
  #takeHeader(): boolean {
    const routed = this.#buffered.subarray(0, 2).toString('latin1') === 'ED'
    if (routed && this.#buffered.length < ROUTING_PREFIX_BYTES) return false
    const start = routed ? ROUTING_PREFIX_BYTES + this.#buffered.readUIntBE(4, LENGTH_BYTES) : 0
    if (this.#buffered.length < start + HEADER_BYTES) return false
    if (this.#buffered.subarray(start, start + 2).toString('latin1') !== 'WA') {
      throw new Error('the client did not open with the WhatsApp header')
    }
    this.#buffered = this.#buffered.subarray(start + HEADER_BYTES)
    this.#sawHeader = true
    return true
  }
}

/** Adds the length in front of a payload. */
export function frame(payload: Uint8Array): Buffer {
  const framed = Buffer.allocUnsafe(LENGTH_BYTES + payload.length)
  framed.writeUIntBE(payload.length, 0, LENGTH_BYTES)
  framed.set(payload, LENGTH_BYTES)
  return framed
}

const LENGTH_BYTES = 3
const HEADER_BYTES = 4
const ROUTING_PREFIX_BYTES = 7

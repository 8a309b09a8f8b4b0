/** Bars of a voice note (part 4 §6). */
const BARS = 64
const MOST = 100

/**
 * The bars of a recording: the loudness of 64 equal parts, 0 to 100 of the loudest.
 * @param samples from -1 to 1
 */
export function waveformOf(samples: Float32Array): Uint8Array {
  const part = samples.length / BARS
  const loudness = Array.from({ length: BARS }, (_, bar) =>
    rootMeanSquare(samples.subarray(Math.floor(bar * part), Math.floor((bar + 1) * part))),
  )
  const loudest = Math.max(...loudness)
  return Uint8Array.from(loudness, (value) => (loudest > 0 ? Math.round((value / loudest) * MOST) : 0))
}

const rootMeanSquare = (samples: Float32Array): number =>
  samples.length === 0
    ? 0
    : Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length)

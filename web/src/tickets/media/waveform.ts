const MOST = 100

/**
 * The heights of a voice note's bars.
 * @param waveform base64 of up to 64 bytes from 0 to 100. It comes from phones, so other bytes are clamped
 * @returns undefined for a text that is no base64, and for an empty one
 */
export function barsOf(waveform: string | undefined): number[] | undefined {
  if (!waveform || !/^[A-Za-z0-9+/]+={0,2}$/.test(waveform) || waveform.length % 4 !== 0) return undefined
  return Array.from(atob(waveform), (byte) => Math.min(byte.charCodeAt(0), MOST))
}

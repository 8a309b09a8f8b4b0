import type { AlertKind } from './alert-options.ts'

/** The tones of each kind: pitch in hertz, one after the other. */
const TONES: Record<AlertKind, readonly number[]> = {
  message: [660, 880],
  group: [660, 660],
  waiting: [520, 520, 660],
  chat: [740, 990],
  notice: [880, 740],
}
/** The length of a tone in seconds, and its volume between 0 and 1. */
const TONE_SECONDS = 0.14
const VOLUME = 0.12

let context: AudioContext | undefined

/** Events of a click, a tap or a key. */
const GESTURES = ['pointerup', 'keydown', 'click'] as const

/**
 * Lets sounds play from the user's next gesture on. Safari starts an audio context only during a gesture: one that is created
 * for an event of the socket never plays. It also interrupts a running one, as for a call (state `interrupted`), so that every
 * gesture resumes a context that does not run.
 * @returns ends it
 */
export function enableSounds(): () => void {
  for (const gesture of GESTURES) addEventListener(gesture, resume, { capture: true })
  return () => {
    for (const gesture of GESTURES) removeEventListener(gesture, resume, { capture: true })
  }
}

function resume(): void {
  context ??= new AudioContext()
  if (context.state === 'running') return
  context.resume().catch((error: unknown) => {
    // The browser does not count it as a gesture, or has no sound now. The next gesture tries again.
    if (!(error instanceof DOMException)) throw error
  })
}

/** Plays the sound of a kind. A browser plays nothing until its user has clicked or typed on the page. */
export function playSound(kind: AlertKind): void {
  // A context that does not run would play its tones late, when it is resumed.
  if (context?.state !== 'running') return
  const audio = context
  for (const [index, pitch] of TONES[kind].entries())
    playTone(audio, pitch, audio.currentTime + index * TONE_SECONDS)
}

/** @param at in the time of the audio context, in seconds */
function playTone(audio: AudioContext, pitch: number, at: number): void {
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  tone.frequency.value = pitch
  // A tone that begins and ends softly does not click.
  volume.gain.setValueAtTime(0, at)
  volume.gain.linearRampToValueAtTime(VOLUME, at + 0.02)
  volume.gain.linearRampToValueAtTime(0, at + TONE_SECONDS)
  tone.connect(volume).connect(audio.destination)
  tone.start(at)
  tone.stop(at + TONE_SECONDS)
}

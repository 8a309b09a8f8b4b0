import { ApiError } from '@recado/shared/http/api-error'
import { useSyncExternalStore } from 'react'
import { listeners } from '../../ui/listeners.ts'

/** A recording that can be played. */
interface Track {
  messageId: string
  /** Answers its address. */
  load: () => Promise<string>
}

export interface Playback {
  isPlaying: boolean
  isLoading: boolean
  /** Seconds from the beginning. */
  at: number
  /** The browser cannot play the file, or could not get it. */
  hasFailed: boolean
}

const IDLE: Playback = { isPlaying: false, isLoading: false, at: 0, hasFailed: false }

export const RATES = [1, 1.5, 2] as const
export type Rate = (typeof RATES)[number]
const RATE_KEY = 'recado.playbackRate'

const { tell, subscribe } = listeners()
let current: Track | undefined
let playback = IDLE
let findNext: (messageId: string) => Track | undefined = () => undefined
let element: HTMLAudioElement | undefined

/**
 * The only audio element: one recording plays at a time. Once a click has started it, browsers let it go on to the
 * next recording by itself.
 */
function audio(): HTMLAudioElement {
  if (element) return element
  const made = new Audio()
  made.preload = 'auto'
  made.onplay = () => change({ isPlaying: true, isLoading: false })
  made.onpause = () => change({ isPlaying: false })
  made.ontimeupdate = () => {
    // The recording before is paused for the next one, and tells its own moment once more.
    if (!playback.isLoading) change({ at: made.currentTime })
  }
  made.onerror = () => change({ isPlaying: false, isLoading: false, hasFailed: true })
  made.onended = () => {
    const next = current && findNext(current.messageId)
    change({ isPlaying: false, at: 0 })
    if (next) playTrack(next)
  }
  element = made
  return made
}

function change(part: Partial<Playback>): void {
  playback = { ...playback, ...part }
  tell()
}

/** Plays a recording from a moment on, or pauses it while it plays. @param at seconds */
export function togglePlaying(track: Track): void {
  if (current?.messageId !== track.messageId || playback.hasFailed) return void playTrack(track)
  if (playback.isPlaying) audio().pause()
  else start()
}

/** Goes to a moment of a recording. Another one is started there. @param at seconds */
export function seekTo(track: Track, at: number): void {
  if (current?.messageId !== track.messageId) return void playTrack(track, at)
  audio().currentTime = at
  change({ at })
}

async function playTrack(track: Track, at = 0): Promise<void> {
  audio().pause()
  current = track
  playback = { ...IDLE, isLoading: true, at }
  change({})
  const address = await addressOf(track)
  // Another recording was chosen meanwhile.
  if (current !== track) return
  if (!address) return change({ isLoading: false, hasFailed: true })
  audio().src = address
  audio().currentTime = at
  start()
}

async function addressOf({ load }: Track): Promise<string | undefined> {
  try {
    return await load()
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

function start(): void {
  audio().defaultPlaybackRate = playbackRate()
  audio().playbackRate = playbackRate()
  audio()
    .play()
    .catch((error: unknown) => {
      // A pause, or a new recording, ends the promise; a file's own errors come as events.
      if (!(error instanceof DOMException)) throw error
      if (error.name !== 'AbortError') change({ isPlaying: false, isLoading: false })
    })
}

/** Stops what plays: its conversation was left. */
export function stopPlaying(): void {
  element?.pause()
  current = undefined
  playback = IDLE
  change({})
}

/** Tells the player which recording follows another one. */
export function setNextTrack(find: (messageId: string) => Track | undefined): void {
  findNext = find
}

/** How fast recordings play, as the user chose it in this browser. */
export function playbackRate(): Rate {
  const kept = Number(localStorage.getItem(RATE_KEY))
  return RATES.find((rate) => rate === kept) ?? 1
}

export function setPlaybackRate(rate: Rate): void {
  localStorage.setItem(RATE_KEY, String(rate))
  if (element) element.playbackRate = rate
  change({})
}

/** How far a recording is. */
export const usePlayback = (messageId: string): Playback =>
  useSyncExternalStore(subscribe, () => (current?.messageId === messageId ? playback : IDLE))

export const usePlaybackRate = (): Rate => useSyncExternalStore(subscribe, playbackRate)

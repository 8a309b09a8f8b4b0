import { base64Of } from '../media/base64.ts'
import type { OutboxFile } from '../outbox/entry.ts'
import { UnreadableRecording } from './ebml.ts'
import { oggOf } from './ogg-opus.ts'
import type { Recording } from './record.ts'
import { waveformOf } from './waveform-of.ts'
import { opusInWebm } from './webm-opus.ts'

const OGG = 'audio/ogg'

/**
 * A recording ready for the outbox: Opus in Ogg is a voice note, anything else an ordinary audio.
 * @throws UnreadableRecording
 */
export async function voiceNoteOf({ blob: recording, seconds }: Recording): Promise<OutboxFile> {
  if (recording.size === 0) throw new UnreadableRecording('The recording is empty')
  const sound = await decode(recording)
  const blob = await inOgg(recording)
  const isVoice = blob.type === OGG
  return {
    blob,
    fileName: isVoice ? 'voz.ogg' : 'audio.m4a',
    type: 'audio',
    voice: isVoice,
    seconds: Math.max(1, Math.round(sound?.duration ?? seconds)),
    ...(isVoice && sound && { waveform: base64Of(waveformOf(sound.getChannelData(0))) }),
  }
}

async function inOgg(recording: Blob): Promise<Blob> {
  if (recording.type.startsWith(OGG)) return new Blob([recording], { type: OGG })
  if (!recording.type.startsWith('audio/webm')) return new Blob([recording], { type: 'audio/mp4' })
  const bytes = new Uint8Array(await recording.arrayBuffer())
  const [serial = 0] = crypto.getRandomValues(new Uint32Array(1))
  return new Blob([oggOf(opusInWebm(bytes), serial)], { type: OGG })
}

/**
 * The sound of a recording; undefined if the browser does not decode it. Safari records fragmented MP4, which its own
 * `decodeAudioData` refuses.
 */
async function decode(recording: Blob): Promise<AudioBuffer | undefined> {
  const context = new AudioContext()
  try {
    return await context.decodeAudioData(await recording.arrayBuffer())
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  } finally {
    await context.close()
  }
}

import { base64Of } from '../media/base64.ts'
import type { OutboxFile } from '../outbox/entry.ts'
import { oggOf } from './ogg-opus.ts'
import { waveformOf } from './waveform-of.ts'
import { opusInWebm } from './webm-opus.ts'

const OGG = 'audio/ogg'

/**
 * A recording ready for the outbox: Opus in Ogg is a voice note, anything else an ordinary audio.
 * @throws UnreadableRecording, DOMException EncodingError
 */
export async function voiceNoteOf(recording: Blob): Promise<OutboxFile> {
  const { samples, seconds } = await decode(recording)
  const blob = await inOgg(recording)
  const isVoice = blob.type === OGG
  return {
    blob,
    fileName: isVoice ? 'voz.ogg' : 'audio.m4a',
    type: 'audio',
    voice: isVoice,
    seconds,
    ...(isVoice && { waveform: base64Of(waveformOf(samples)) }),
  }
}

async function inOgg(recording: Blob): Promise<Blob> {
  if (recording.type.startsWith(OGG)) return new Blob([recording], { type: OGG })
  if (!recording.type.startsWith('audio/webm')) return new Blob([recording], { type: 'audio/mp4' })
  const bytes = new Uint8Array(await recording.arrayBuffer())
  const [serial = 0] = crypto.getRandomValues(new Uint32Array(1))
  return new Blob([oggOf(opusInWebm(bytes), serial)], { type: OGG })
}

async function decode(recording: Blob): Promise<{ samples: Float32Array; seconds: number }> {
  const context = new AudioContext()
  const sound = await context.decodeAudioData(await recording.arrayBuffer()).finally(() => context.close())
  return { samples: sound.getChannelData(0), seconds: Math.max(1, Math.round(sound.duration)) }
}

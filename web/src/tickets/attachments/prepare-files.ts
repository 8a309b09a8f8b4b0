import type { OutboxFile } from '../outbox/entry.ts'
import { type ChosenFile, typeOf } from './attachment.ts'
import { loadedFrom } from './media-loading.ts'
import { thumbnailOf } from './thumbnail.ts'

/** A file ready for the outbox, with its preview or its duration. */
export async function prepareFile(attachment: ChosenFile): Promise<OutboxFile> {
  const { file } = attachment
  const type = typeOf(attachment)
  const thumbnail = type === 'image' || type === 'video' ? await thumbnailOf(file) : undefined
  return {
    blob: file,
    fileName: file.name,
    type,
    voice: false,
    seconds: type === 'audio' ? await secondsOf(file) : 0,
    ...(thumbnail && { thumbnail }),
  }
}

/** The duration of an audio in whole seconds; 0 if the browser cannot tell. */
async function secondsOf(file: Blob): Promise<number> {
  const audio = new Audio()
  const seconds = await loadedFrom(audio, file, 'loadedmetadata', () => audio.duration)
  return Number.isFinite(seconds) ? Math.round(seconds ?? 0) : 0
}

import type { OutboxFile } from '../outbox/entry.ts'
import { type ChosenFile, typeOf } from './attachment.ts'
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
function secondsOf(file: Blob): Promise<number> {
  const url = URL.createObjectURL(file)
  const audio = new Audio()
  return new Promise<number>((resolve) => {
    audio.onloadedmetadata = () => resolve(Number.isFinite(audio.duration) ? Math.round(audio.duration) : 0)
    audio.onerror = () => resolve(0)
    audio.src = url
  }).finally(() => URL.revokeObjectURL(url))
}

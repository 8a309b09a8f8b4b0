import {
  type BaileysEventMap,
  decryptMediaRetryData,
  encryptMediaRetryRequest,
  proto,
  type WASocket,
} from '@whiskeysockets/baileys'

/** A phone without an answer after this time counts as off, in milliseconds. */
const ANSWERS_WITHIN_MS = 20_000

/**
 * Asks the own phone to upload a file again, because WhatsApp's servers no longer have it (whatsmeow
 * mediaretry.go). The library's own request waits for the answer until the connection closes.
 * @param key the message, as the phone knows it
 * @returns the file's path on the media hosts; undefined when the phone is off or does not have the file
 */
export async function uploadAgain(
  socket: Pick<WASocket, 'ev' | 'sendNode' | 'user'>,
  key: proto.IMessageKey & { id: string },
  mediaKey: Uint8Array,
): Promise<string | undefined> {
  const answered = Promise.withResolvers<Update | undefined>()
  const listen = (updates: Update[]) => {
    const found = updates.find((update) => update.key.id === key.id)
    if (found) answered.resolve(found)
  }
  socket.ev.on('messages.media-update', listen)
  const late = setTimeout(() => answered.resolve(undefined), ANSWERS_WITHIN_MS)
  try {
    await socket.sendNode(encryptMediaRetryRequest(key, mediaKey, socket.user?.id ?? ''))
    const media = (await answered.promise)?.media
    return media && pathIn(media, mediaKey, key.id)
  } finally {
    clearTimeout(late)
    socket.ev.off('messages.media-update', listen)
  }
}

/** The new path of a file on the media hosts; undefined if the phone did not upload it. */
export function pathIn(
  media: NonNullable<Update['media']>,
  mediaKey: Uint8Array,
  messageId: string,
): string | undefined {
  const { result, directPath } = decryptMediaRetryData(media, mediaKey, messageId)
  return result === proto.MediaRetryNotification.ResultType.SUCCESS ? (directPath ?? undefined) : undefined
}

type Update = BaileysEventMap['messages.media-update'][number]

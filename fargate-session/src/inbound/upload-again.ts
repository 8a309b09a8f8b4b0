import {
  type BaileysEventMap,
  decryptMediaRetryData,
  encryptMediaRetryRequest,
  proto,
  type WASocket,
} from '@whiskeysockets/baileys'

/** A phone that does not answer within this time is off, in milliseconds. */
const ANSWERS_WITHIN_MS = 20_000

/**
 * Asks the own phone to upload a file again that WhatsApp's servers do not have any more (whatsmeow mediaretry.go). The
 * library's own way waits for the answer for as long as the connection lasts.
 * @param key the message, as the phone knows it
 * @returns where the file lies now, as a path on the media hosts; undefined where the phone does not have it or is off
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

/** Where a file lies that the phone has uploaded again, as a path on the media hosts; undefined where it has not. */
export function pathIn(
  media: NonNullable<Update['media']>,
  mediaKey: Uint8Array,
  messageId: string,
): string | undefined {
  const { result, directPath } = decryptMediaRetryData(media, mediaKey, messageId)
  return result === proto.MediaRetryNotification.ResultType.SUCCESS ? (directPath ?? undefined) : undefined
}

type Update = BaileysEventMap['messages.media-update'][number]

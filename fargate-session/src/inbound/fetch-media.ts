import { getConversation } from '@recado/shared/conversations/conversation'
import { getMessage, messageOfId, type StoredMessage } from '@recado/shared/conversations/message'
import { keyOfFile, storeMedia } from '@recado/shared/conversations/message-file'
import { isGroup, jidOf } from '@recado/shared/messages/chat'
import { hasMedia, type Media, type MediaContent } from '@recado/shared/messages/content'
import { receivedTypeOf } from '@recado/shared/messages/media-type'
import type { MediaCommand } from '@recado/shared/queues/commands'
import { TenantTable } from '@recado/shared/table/tenant'
import { proto } from '@whiskeysockets/baileys'
import type { ServicePorts } from '../ports/ports.ts'
import { Turns } from '../ports/turns.ts'
import { DownloadRefused, downloadFile, FileDamaged, isRedirect } from '../wire/download.ts'
import { CheckedFile, FileTooLarge } from './checked-file.ts'
import { type FilePart, filePartOf } from './media-part.ts'
import { sourcesOf } from './media-source.ts'

/**
 * Downloads in this process. Each may hold three parts of its upload to the bucket, of 5 MB each: one on its way, one that
 * waits for its place, and the pieces that it was made of.
 */
const DOWNLOADS = new Turns({ atOnce: 8, ofOne: 4, waiting: 24 })

/** The account's own phone, for uploading files again. */
export interface Phone {
  isOpen(): boolean
  /** @returns the file's path on the media hosts; undefined when the phone is off or does not have the file */
  uploadAgain(key: proto.IMessageKey & { id: string }, mediaKey: Uint8Array): Promise<string | undefined>
}

/**
 * Stores the file of a received message in the bucket. Idempotent: the object's key is fixed. The conversation may move to the
 * person's number, and the message may be edited, before the command arrives or during the download.
 * @param signal ends the wait for other downloads, but no download
 * @throws NoTurn when it cannot wait here: the command comes again
 */
export async function fetchMedia(
  ports: ServicePorts,
  command: MediaCommand,
  phone: Phone,
  { signal }: { signal?: AbortSignal } = {},
): Promise<void> {
  const table = new TenantTable(ports.table, command.companyId)
  const find = () => findNamed(table, command)
  const message = await find()
  if (!message || !hasMedia(message.content) || message.content.media.state !== 'PENDING') return
  const { content, original = '' } = message
  const part = filePartOf(proto.Message.decode(Buffer.from(original, 'base64')))
  const key = keyOfFile(command.companyId, message)
  // The wait for the phone is no turn: it takes no memory.
  const inTurn = (from: FilePart) =>
    DOWNLOADS.take(command.connectionId, () => fetched(ports, key, content, from), { signal })
  const media = part && (await inTurn(part))
  const again = part && !media && (await uploadedAgain(table, message, part, phone))
  const late = again && (await inTurn(again))
  await storeMedia(table, find, media || late || { ...content.media, state: 'GONE' as const })
  await ports.watchers.messageChanged?.(command.companyId, (await find()) ?? message)
}

/** The message of a command, also after its conversation moved: its moment stays. */
async function findNamed(table: TenantTable, command: MediaCommand): Promise<StoredMessage | undefined> {
  const named = await getMessage(table, command)
  if (named) return named
  const { connectionId, messageId, at } = command
  for (const fromMe of [false, true]) {
    const moved = await messageOfId(table, connectionId, { messageId, fromMe })
    if (moved?.at === at) return moved
  }
  return undefined
}

/** Asks the own phone for a file that the servers no longer have. @returns the file's new place */
async function uploadedAgain(
  table: TenantTable,
  message: StoredMessage,
  part: FilePart,
  phone: Phone,
): Promise<FilePart | undefined> {
  if (!part.mediaKey || !phone.isOpen()) return undefined
  const directPath = await phone.uploadAgain(await keyOf(table, message), part.mediaKey)
  return directPath ? { ...part, directPath, url: null } : undefined
}

/** @returns undefined when the file is gone or damaged. @throws when a retry may succeed */
async function fetched(
  ports: ServicePorts,
  key: string,
  content: MediaContent,
  part: FilePart,
): Promise<Media | undefined> {
  let failure: unknown
  for (const url of part.mediaKey ? sourcesOf(part, ports.server) : []) {
    try {
      return await fetchedFrom(ports, key, content, part, url)
    } catch (error) {
      if (error instanceof FileTooLarge) return { ...content.media, state: 'TOO_LARGE' }
      if (!isUseless(error)) failure ??= error
    }
  }
  if (failure) throw failure
  return undefined
}

const GONE = [403, 404, 410]

/**
 * Whether a file is gone, or is not what its message says: another digest, or another key, or a path that leads away from
 * WhatsApp's servers. The sender decides them all.
 */
const isUseless = (error: unknown): boolean =>
  error instanceof FileDamaged ||
  (error instanceof DownloadRefused && (GONE.includes(error.status) || isRedirect(error.status)))

async function fetchedFrom(
  ports: ServicePorts,
  key: string,
  content: MediaContent,
  part: FilePart,
  url: string,
): Promise<Media> {
  const { type, media } = content
  const file = new CheckedFile(type, part.fileSha256)
  const download = await downloadFile(url, part.mediaKey, type, { origins: ports.server.mediaOrigins })
  const typed = file.beginning.then((first) => receivedTypeOf(content, first))
  const stored = typed.then((mimetype) => ports.files.write(key, file.stream, mimetype))
  await Promise.all([file.take(download), stored])
  return { ...media, mimetype: await typed, state: 'READY', bytes: file.bytes, key }
}

/** The message's key as the phone knows it: with the person's LID, if known. */
async function keyOf(
  table: TenantTable,
  { connectionId, chat, messageId, fromMe, sender }: StoredMessage,
): Promise<proto.IMessageKey & { id: string }> {
  if (isGroup(chat)) {
    const participant = sender?.lid
      ? `${sender.lid}@lid`
      : sender?.number && `${sender.number}@s.whatsapp.net`
    return { id: messageId, remoteJid: jidOf(chat), fromMe, ...(participant && { participant }) }
  }
  const lid = (await getConversation(table, connectionId, chat))?.lid
  return { id: messageId, remoteJid: lid ? `${lid}@lid` : jidOf(chat), fromMe }
}

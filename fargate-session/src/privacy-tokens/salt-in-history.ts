import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { getUrlFromDirectPath, proto } from '@whiskeysockets/baileys'
import { downloadFile } from '../wire/download.ts'
import { wireField } from '../wire/wire-fields.ts'

/**
 * Field of `HistorySync.nctSalt`, which the protocol of Baileys 7.0.0-rc14 lacks (Baileys#2438, whatsmeow
 * message.go).
 */
const NCT_SALT = 19

const { HistorySyncType } = proto.Message
/** Small parts of a history with facts about the account itself. Assumed: the salt is in no other part. */
const WITH_SALT = [HistorySyncType.INITIAL_BOOTSTRAP, HistorySyncType.NON_BLOCKING_DATA] as const

/** An account's salt in the history that the phone gives a new device; undefined if it has none. */
export async function saltInHistory({ protocolMessage }: proto.IMessage): Promise<Uint8Array | undefined> {
  const part = protocolMessage?.historySyncNotification
  if (!part || !WITH_SALT.some((type) => type === part.syncType)) return undefined
  const packed = part.initialHistBootstrapInlinePayload
  const history = await unpack(packed?.length ? packed : await downloaded(part))
  const salt = wireField(history, NCT_SALT)
  return salt?.length ? salt : undefined
}

const unpack = promisify<Uint8Array, Buffer>(inflate)

/** Limit of a download, in milliseconds. A part of a history has some megabytes. */
const DOWNLOADED_WITHIN_MS = 60_000

async function downloaded({ mediaKey, directPath }: proto.Message.IHistorySyncNotification): Promise<Buffer> {
  if (!directPath?.startsWith('/')) throw new Error('The part of the history has no path')
  const signal = AbortSignal.timeout(DOWNLOADED_WITHIN_MS)
  const stream = await downloadFile(getUrlFromDirectPath(directPath), mediaKey, 'md-msg-hist', { signal })
  return Buffer.concat(await stream.toArray())
}

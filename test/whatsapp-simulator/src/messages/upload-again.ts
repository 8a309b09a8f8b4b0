import { createCipheriv, randomBytes } from 'node:crypto'
import {
  type BinaryNode,
  getBinaryNodeChild,
  hkdf,
  normalizeMessageContent,
  proto,
} from '@whiskeysockets/baileys'
import { lidJid, phoneJid } from '../accounts/jids.ts'
import type { Companion } from '../companions/companions.ts'
import { Refusal } from '../errors/refusal.ts'
import { pathOfUploadedAgain } from '../media/host.ts'
import { inSeconds, stanza } from '../wire/stanza.ts'
import type { MessageWorld } from './world.ts'

/**
 * A linked device misses a file and asks the phone to upload it again (`server-error`). The phone answers with the
 * new place, or that it no longer has the file.
 */
export function uploadAgain(simulation: MessageWorld, device: Companion, receipt: BinaryNode): void {
  const { id = '' } = receipt.attrs
  const asked = getBinaryNodeChild(receipt, 'rmr')
  const [message] = simulation.messages.withId(device.number, id)
  const file = message && fileIn(proto.Message.decode(message.content))
  if (!asked) return
  const answer =
    file && (simulation.faults.goneFiles?.uploads ?? true) ? sealed(id, file) : stanza('error', { code: '2' })
  const attributes = { from: phoneJid(device), type: 'mediaretry', id, t: inSeconds(simulation.now()) }
  const node = stanza('notification', attributes, [stanza('rmr', asked.attrs), answer])
  simulation.outbox.release([simulation.outbox.add(device, node)])
}

/** A phone that was off answers a device's earlier request for a file. */
export function tellOfUpload(simulation: MessageWorld, number: string, id: string): void {
  const owner = simulation.accounts.find(number)
  const [message] = owner ? simulation.messages.withId(owner.number, id) : []
  const sender = message && simulation.accounts.find(message.chat)
  if (!owner || !sender) throw new Refusal(404, 'ERR_MESSAGE_NOT_FOUND', `${number} has no message ${id}.`)
  const asked = stanza('rmr', { jid: lidJid(sender), from_me: String(message.fromMe) })
  for (const device of simulation.companions.of(owner))
    uploadAgain(simulation, device, stanza('receipt', { id }, [asked]))
}

type FileRef = { mediaKey?: Uint8Array | null; fileEncSha256?: Uint8Array | null }

function fileIn(message: proto.IMessage): FileRef | undefined {
  const content = normalizeMessageContent(message)
  const { imageMessage, videoMessage, audioMessage, documentMessage, stickerMessage } = content ?? {}
  return imageMessage ?? videoMessage ?? audioMessage ?? documentMessage ?? stickerMessage ?? undefined
}

/** Only a holder of the file's key can decrypt the new place. */
function sealed(id: string, { mediaKey, fileEncSha256 }: FileRef): BinaryNode {
  const key = hkdf(Buffer.from(mediaKey ?? []), 32, { info: 'WhatsApp Media Retry Notification' })
  const directPath = pathOfUploadedAgain(Buffer.from(fileEncSha256 ?? []).toString('hex'))
  const { ResultType } = proto.MediaRetryNotification
  const found = proto.MediaRetryNotification.encode({ stanzaId: id, directPath, result: ResultType.SUCCESS })
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(id))
  const content = Buffer.concat([cipher.update(found.finish()), cipher.final(), cipher.getAuthTag()])
  return stanza('encrypt', {}, [stanza('enc_p', {}, content), stanza('enc_iv', {}, iv)])
}

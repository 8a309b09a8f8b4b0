import { messageRoutes } from '@recado/shared/tickets/contract/message-routes'
import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import { call } from '../../api/call.ts'
import { requireOwner } from '../../session/owner.ts'
import { uploadToStorage } from '../../uploads/upload.ts'
import { contentOf } from './content-of.ts'
import type { OutboxEntry } from './entry.ts'

/** Sends an entry as its owner. */
export function postEntry(entry: OutboxEntry): Promise<ShownMessage> {
  requireOwner(entry.owner)
  const { ticketId, clientId, seenAt, quoted, force, sign, accept } = entry
  return call(messageRoutes.sendMessage, {
    ticketId,
    clientId,
    seenAt,
    content: contentOf(entry),
    ...(quoted && { quoted }),
    ...(force && { force }),
    ...(sign && { sign }),
    ...(accept && { accept }),
  })
}

/** Uploads the file of an entry. Answers its uploadId. */
export function uploadEntry(
  entry: OutboxEntry,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<string> {
  requireOwner(entry.owner)
  if (!entry.file) throw new Error('A message without a file is not uploaded')
  const { blob, fileName } = entry.file
  const file = new File([blob], fileName, { type: blob.type })
  return uploadToStorage(file, { purpose: 'message-media', signal, onProgress })
}

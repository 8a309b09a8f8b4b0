import { proto, type WAMessage } from '@whiskeysockets/baileys'

/**
 * The messages that the own phone sends again, because this device asked it for what it could not read
 * (whatsmeow message.go, `placeholderMessageResendResponse`).
 */
export function resentIn({ protocolMessage }: proto.IMessage): WAMessage[] {
  const answer = protocolMessage?.peerDataOperationRequestResponseMessage
  return (answer?.peerDataOperationResult ?? []).flatMap(({ placeholderMessageResendResponse }) => {
    const bytes = placeholderMessageResendResponse?.webMessageInfoBytes
    const found = bytes?.length ? proto.WebMessageInfo.decode(bytes) : undefined
    if (!found?.key?.id || !found.message) return []
    const { key, message, messageTimestamp, pushName } = found
    return [{ key, message, messageTimestamp, pushName }]
  })
}

import { proto, type WAMessage } from '@whiskeysockets/baileys'

/**
 * Copies from the own phone, which this device requested for messages it could not read (whatsmeow message.go,
 * `placeholderMessageResendResponse`).
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

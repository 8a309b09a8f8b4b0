import type { AnyMessageContent, MessageGenerationOptions, proto } from '@whiskeysockets/baileys'

/** A message with everything in it: its files are uploaded. */
export interface Sendable {
  messageId: string
  message: proto.IMessage
  /** What the stanza says besides: that this changes or deletes another message. */
  attributes: Record<string, string>
}

/** An open connection, for messages of conversations. */
export interface OpenLine {
  readonly fence: number
  isOpen(): boolean
  ownJid(): string
  /** Makes a message of content, uploading its file. */
  build(
    jid: string,
    content: AnyMessageContent,
    options: Pick<MessageGenerationOptions, 'messageId' | 'quoted'> & { messageId: string },
  ): Promise<Sendable>
  /** Writes it to the wire. What becomes of it is told by the acknowledgement alone. */
  write(jid: string, sendable: Sendable): Promise<void>
}

import type { Route } from '@recado/shared/campaigns/engine/deliver'
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
  /** The way to a person or a group, with the keys for it. @throws Unreachable where there is none now */
  routeTo(jid: string): Promise<Route>
  /** Makes a message of content, uploading its file. */
  build(
    jid: string,
    content: AnyMessageContent,
    options: Pick<MessageGenerationOptions, 'messageId' | 'quoted'> & { messageId: string },
  ): Promise<Sendable>
  /** Writes it to the wire. What becomes of it is told by the acknowledgement alone. */
  write(route: Route, sendable: Sendable): Promise<void>
}

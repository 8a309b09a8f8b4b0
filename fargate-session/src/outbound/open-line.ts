import type { Route } from '@recado/shared/campaigns/engine/line'
import type { PersonAddress } from '@recado/shared/messages/recipient-ref'
import type { AnyMessageContent, proto, WAMessage } from '@whiskeysockets/baileys'
import type { CaptionEdit } from './compose.ts'

/** A complete message with uploaded files. */
export interface Sendable {
  messageId: string
  message: proto.IMessage
  /** Extra attributes of the stanza: the message changes or deletes another one. */
  attributes: Record<string, string>
}

export interface BuildOptions {
  messageId: string
  quoted?: WAMessage
  /** Seconds after which the message disappears, as its chat is set; 0 or absent: never. */
  messageTimer?: number | undefined
}

/** An open connection, for messages of conversations. */
export interface OpenLine {
  readonly fence: number
  isOpen(): boolean
  /**
   * The route to a person or group, with its keys.
   * @param address the person's address to use after WhatsApp refused the other one
   * @throws Unreachable when there is none now
   */
  routeTo(jid: string, address?: PersonAddress): Promise<Route>
  /** Builds a message from content, and uploads its file. */
  build(jid: string, content: AnyMessageContent | CaptionEdit, options: BuildOptions): Promise<Sendable>
  /** Gives a person's messages their blue ticks, as the account's privacy settings allow. */
  markRead(jid: string, messageIds: readonly string[]): Promise<void>
  /** Shows a person that the account is typing. */
  showTyping(jid: string): Promise<void>
  /** Writes it to the wire. Only the acknowledgement shows the outcome. */
  write(route: Route, sendable: Sendable): Promise<void>
}

import type { Connection } from '../../connections/connection.ts'
import type { Content } from '../../messages/content.ts'
import type { PersonAddress } from '../../messages/recipient-ref.ts'

/** A part of a message that is ready to be written: its file is on WhatsApp's servers. */
export interface ReadyPart {
  messageId: string
  content: Content
  /** The encoded message for WhatsApp, base64, if the content alone is not enough. */
  original?: string
}

/** The address of a message, and the person behind it. */
export interface Route {
  /** The JID to write to. */
  jid: string
  /** The person's number and LID without the server part, if WhatsApp has sent them. */
  number?: string
  lid?: string
  /** The person's other address, if both are known. */
  other?: PersonAddress
  /** The chat's timer of disappearing messages, in seconds; 0: messages stay. The line knows only groups' timers. */
  messageTimer?: number
  /** The group takes messages from its admins only, and the account is none. */
  onlyAdminsWrite?: true
}

/** A part's file could not be read or uploaded. */
export class MediaNotReady extends Error {
  constructor(cause: unknown) {
    super('The attachment could not be read or uploaded', { cause })
    this.name = 'MediaNotReady'
  }
}

/** The account is not in the group of a message, or there is no such group. */
export class NotInGroup extends Error {
  constructor() {
    super('The account is not in this group')
    this.name = 'NotInGroup'
  }
}

/** An open connection as the engine sees it. */
export interface Line {
  readonly connectionId: Connection['id']
  /** The number of the lease under which this process owns the connection. */
  readonly fence: number
  /** The last time a write began or ended, or the connection opened: milliseconds since 1970. */
  readonly lastWriteAt: number
  /** Whether the socket is open and this process holds the lease by its own clock. */
  isOpen(): boolean
  /** Asks WhatsApp whether it knows a number. @throws Unreachable if it does not answer */
  lookUp(number: string): Promise<{ exists: boolean; jid: string | null }>
  /**
   * Chooses the address to write to and fetches the encryption keys, so that the send itself is a single write.
   * @param address the address to use, if WhatsApp refused the other one
   * @throws Unreachable if this recipient cannot be written to, NotInGroup for a group that the account has left
   */
  prepare(jid: string, address?: PersonAddress): Promise<Route>
  /** Makes a part ready and uploads its file if that was not done before. @throws MediaNotReady */
  ready(route: Pick<Route, 'jid' | 'messageTimer'>, content: Content, messageId: string): Promise<ReadyPart>
  /** Writes it to the wire. Only the acknowledgement tells the outcome. */
  send(route: Route, part: ReadyPart): Promise<void>
}

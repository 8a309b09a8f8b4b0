import type { StoredMessage } from '../../conversations/message.ts'
import type { RecipientRef } from '../../messages/recipient-ref.ts'
import type { RecentlySent } from '../../messages/sent-messages.ts'
import type { Ports } from '../../ports/ports.ts'
import type { AmendedPreview } from '../../tickets/arrival/amend-preview.ts'

/** A message of a conversation. */
export type MessageAt = Pick<StoredMessage, 'connectionId' | 'chat' | 'at' | 'messageId'>

/** A ticket before and after its preview changed. */
export type PreviewChange = AmendedPreview['tickets'][number]

/**
 * Browsers that watch a campaign run, or a conversation. The socket service only notes a change, and reports it later. A
 * function waits until the change is read and queued, and fails if this fails. Its queue then delivers the job again.
 */
export interface Watchers {
  countersChanged(companyId: string, campaignId: string): Promise<void>
  recipientChanged(companyId: string, recipient: RecipientRef): Promise<void>
  /** The status or level of a message that belongs to no campaign. */
  messageChanged?(companyId: string, message: MessageAt): Promise<void>
  /** The preview of a ticket, whose last message was edited or deleted. */
  previewChanged?(companyId: string, change: PreviewChange): Promise<void>
  /** A campaign's message was recorded in the conversation with its recipient. */
  campaignMessageRecorded?(companyId: string, message: MessageAt): Promise<void>
  /** The phone of a recipient has, or read, a campaign's message that is recorded in the conversation. */
  campaignMessageRisen?(companyId: string, message: MessageAt): Promise<void>
  /** Every recipient is accounted for. */
  campaignEnded?(companyId: string, campaignId: string): Promise<void>
}

/** Everything the campaign engine touches outside itself. */
export interface EnginePorts extends Ports {
  /** Notifies browsers, after the write. A browser that missed an event is up to date after its next reload. */
  watchers: Watchers
  /** The latest messages that this process sent; only where the process is the one that sends. */
  recentlySent?: RecentlySent
}

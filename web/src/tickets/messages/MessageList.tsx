import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import type { RefObject } from 'react'
import type { Directory } from '../directory.ts'
import type { Outgoing } from '../outgoing.ts'
import type { Aim } from './actions/use-aim.ts'
import { LoadedMessages } from './LoadedMessages.tsx'
import { useAround } from './use-around.ts'

export interface MessageListProps {
  ticket: Ticket
  directory: Directory
  outgoing: Outgoing[]
  onRetry: (message: Outgoing) => void
  onSendAsDocument: (message: Outgoing) => void
  onDiscard: (message: Outgoing) => void
  mayWrite: boolean
  /** What the composer answers or edits. */
  aim: Aim
  /** The last of the customer's messages that was in view. */
  seenSeq: RefObject<number>
  /** The message that is shown first; undefined for the newest ones. */
  messageId: string | undefined
  /** Goes from an older part of the conversation to its newest messages. */
  onNewest: () => void
}

/** A ticket's conversation: its newest messages, or those around an older one. */
export function MessageList(props: MessageListProps) {
  const around = useAround(props.ticket.id, props.messageId)
  // Another part of the conversation has its own place.
  return <LoadedMessages key={around ?? ''} around={around} {...props} />
}

import { isSendableKind } from '@recado/shared/messages/sendable'
import { writtenText } from '@recado/shared/messages/written-text'
import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import { canDelete, canEdit } from '@recado/shared/tickets/rules/message-windows'

export const MESSAGE_ACTIONS = ['reply', 'react', 'forward', 'copy', 'edit', 'delete'] as const
export type MessageAction = (typeof MESSAGE_ACTIONS)[number]

/** Whether a message can go to another conversation. A file must be there. */
export const canForward = ({ content, internal, deletedAt }: ShownMessage): boolean =>
  !internal &&
  !deletedAt &&
  isSendableKind(content.type) &&
  (!('media' in content) || content.media.state === 'READY')

/** The text of a message that can be copied: its words, or the caption of its file. */
export function textIn({ content, deletedAt }: ShownMessage): string {
  if (deletedAt) return ''
  return content.type === 'note' ? content.text : writtenText(content)
}

/**
 * What can be done with a message.
 * @param mayWrite whether the user may write to the customer
 * @param now milliseconds since 1970
 */
export function actionsOn(message: ShownMessage, mayWrite: boolean, now: number): ReadonlySet<MessageAction> {
  const { fromMe, internal, status, deletedAt } = message
  const isThere = !internal && !deletedAt && (!fromMe || status === 'SENT')
  const allowed: Record<MessageAction, boolean> = {
    reply: mayWrite && isThere,
    react: mayWrite && isThere,
    forward: canForward(message),
    copy: textIn(message) !== '',
    edit: mayWrite && canEdit(message, now),
    delete: mayWrite && canDelete(message, now),
  }
  return new Set(MESSAGE_ACTIONS.filter((action) => allowed[action]))
}

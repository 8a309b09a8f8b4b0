import { isAmendment } from '../../messages/content.ts'
import type { ShownMessage } from '../contract/shown-message.ts'

/** How long after its sending a message may be edited, in milliseconds (part 4 §6, assumed of WhatsApp). */
const EDIT_WINDOW_MS = 15 * 60_000
/** How long after its sending a message may be deleted for everyone, in milliseconds (part 4 §6, assumed of WhatsApp). */
const DELETE_WINDOW_MS = 48 * 3_600_000

type Changeable = Pick<
  ShownMessage,
  'fromMe' | 'internal' | 'at' | 'status' | 'content' | 'deletedAt' | 'retriedAs'
>

/** Whether the words of a message may be edited now. @param now milliseconds since 1970 */
export const canEdit = (message: Changeable, now: number): boolean =>
  isSent(message) &&
  now < Date.parse(message.at) + EDIT_WINDOW_MS &&
  (message.content.type === 'text' || ('caption' in message.content && message.content.caption !== ''))

/** Whether a message may be deleted for everyone now. @param now milliseconds since 1970 */
export const canDelete = (message: Changeable, now: number): boolean =>
  isSent(message) && now < Date.parse(message.at) + DELETE_WINDOW_MS

/** Whether a message may be sent again: it failed, or its outcome is unknown, and no other was sent in its place. */
export const canRetry = ({ fromMe, internal, status, deletedAt, retriedAs }: Changeable): boolean =>
  fromMe && !internal && !deletedAt && !retriedAs && (status === 'FAILED' || status === 'UNKNOWN_OUTCOME')

/** Whether a message of the company reached WhatsApp, and stands there. */
const isSent = ({ fromMe, internal, status, content, deletedAt }: Changeable): boolean =>
  fromMe && !internal && !deletedAt && status === 'SENT' && !isAmendment(content)

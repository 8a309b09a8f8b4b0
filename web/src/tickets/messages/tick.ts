import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'

export type Tick = 'clock' | 'waiting' | 'sent' | 'delivered' | 'read' | 'failed' | 'unknown'

/**
 * How far a message of the company has come; undefined for messages without ticks.
 * @param isConnectionDown whether its connection has no session now: a message that was not begun waits for it
 */
export function tickOf(
  { fromMe, internal, status, level }: Pick<ShownMessage, 'fromMe' | 'internal' | 'status' | 'level'>,
  isConnectionDown: boolean,
): Tick | undefined {
  if (!fromMe || internal) return undefined
  if (level === 'read' || level === 'played' || level === 'replied') return 'read'
  if (level === 'delivered') return 'delivered'
  if (status === 'FAILED') return 'failed'
  if (status === 'UNKNOWN_OUTCOME') return 'unknown'
  const isOnItsWay = status === 'PENDING' || status === 'SENDING'
  if (!isOnItsWay || level === 'server') return 'sent'
  return status === 'PENDING' && isConnectionDown ? 'waiting' : 'clock'
}

import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'

export type Tick = 'clock' | 'sent' | 'delivered' | 'read' | 'failed' | 'unknown'

/** How far a message of the company has come; undefined for messages without ticks. */
export function tickOf({
  fromMe,
  internal,
  status,
  level,
}: Pick<ShownMessage, 'fromMe' | 'internal' | 'status' | 'level'>): Tick | undefined {
  if (!fromMe || internal) return undefined
  if (level === 'read' || level === 'played' || level === 'replied') return 'read'
  if (level === 'delivered') return 'delivered'
  if (status === 'FAILED') return 'failed'
  if (status === 'UNKNOWN_OUTCOME') return 'unknown'
  const isOnItsWay = status === 'PENDING' || status === 'SENDING'
  return isOnItsWay && level !== 'server' ? 'clock' : 'sent'
}

import * as z from 'zod'

/** How far a message has come by WhatsApp's receipts; never falls. */
export const ACK_LEVELS = ['none', 'server', 'delivered', 'read', 'played', 'replied'] as const
export const ackLevel = z.enum(ACK_LEVELS)
export type AckLevel = z.infer<typeof ackLevel>

/** Higher for a level that is further. */
export const levelRank = (level: AckLevel): number => ACK_LEVELS.indexOf(level)

import { createHash, randomBytes } from 'node:crypto'
import { cutText } from '../text.ts'

/** Hex digits after `3EB0`, as in ids of WhatsApp's own web client. */
const DIGITS = 18

const asMessageId = (hex: string): string => `3EB0${cutText(hex, DIGITS).toUpperCase()}`

/** A WhatsApp message id that nothing else has. */
export const newMessageId = (): string => asMessageId(randomBytes(DIGITS / 2).toString('hex'))

/** The WhatsApp message id of what these parts name: the same parts give the same id, so a repeat sends nothing twice. */
export const messageIdFrom = (...parts: readonly (string | number)[]): string =>
  asMessageId(createHash('sha256').update(parts.join('|')).digest('hex'))

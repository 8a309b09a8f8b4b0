import { createHash } from 'node:crypto'

/**
 * The WhatsApp message id of one attempt at one recipient: always the same, in WhatsApp's own form
 * (`3EB0` and 18 hex digits), so that an acknowledgement after a crash still finds its recipient.
 */
export const messageIdOf = (campaignId: string, recipient: number, attempt: number): string =>
  `3EB0${createHash('sha256').update(`${campaignId}|${recipient}|${attempt}`).digest('hex').slice(0, 18).toUpperCase()}`

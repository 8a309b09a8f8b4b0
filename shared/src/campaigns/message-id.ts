import { createHash } from 'node:crypto'
import { cutText } from '../text.ts'
import type { Step } from './recipient.ts'

/** Which message of a campaign's to one recipient: a message may be of several parts, and be asked for first. */
export interface MessagePlace {
  campaignId: string
  place: number
  attempt: number
  step: Step
  /** 0, 1, 2, … */
  part: number
}

/**
 * The WhatsApp message id of one attempt at one recipient: always the same, in WhatsApp's own form
 * (`3EB0` and 18 hex digits), so that an acknowledgement after a crash still finds its recipient.
 */
export function messageIdOf({ campaignId, place, attempt, step, part }: MessagePlace): string {
  const name = [
    campaignId,
    place,
    attempt,
    ...(step === 'message' ? [] : [step]),
    ...(part > 0 ? [part] : []),
  ]
  return `3EB0${cutText(createHash('sha256').update(name.join('|')).digest('hex'), 18).toUpperCase()}`
}

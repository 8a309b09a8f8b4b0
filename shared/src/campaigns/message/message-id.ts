import { messageIdFrom } from '../../messages/message-id.ts'
import type { Step } from '../../messages/recipient-ref.ts'

/** One message of a campaign to one recipient: which step (confirmation or message) and which part. */
export interface MessagePlace {
  campaignId: string
  place: number
  attempt: number
  step: Step
  /** 0, 1, 2, … */
  part: number
}

/**
 * The WhatsApp message id of one attempt at one recipient. It is deterministic and in WhatsApp's own form (`3EB0` and
 * 18 hex digits), so that an acknowledgement after a crash still finds its recipient.
 */
export function messageIdOf({ campaignId, place, attempt, step, part }: MessagePlace): string {
  return messageIdFrom(
    campaignId,
    place,
    attempt,
    ...(step === 'message' ? [] : [step]),
    ...(part > 0 ? [part] : []),
  )
}

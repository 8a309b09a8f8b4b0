import type { LiveEvent } from './events.ts'

/** Action of the event that closes the sockets of an ended session. It is not sent to browsers. */
export const SESSION_ENDED = 'sessionEnded'

/** The JSON text frames for a browser. @param isTrusted whether its user gets confidential fields */
export const framesOf = (
  { companyId, topic, action, body, confidential, more = [] }: LiveEvent,
  isTrusted: boolean,
) =>
  [{ ...body, ...(isTrusted && confidential?.body) }, ...more].map((one) => ({
    channel: channelOf(companyId, topic),
    action,
    ...one,
  }))

const channelOf = (companyId: string, topic: string): string =>
  topic === 'announcement' ? 'company-announcement' : `company-${companyId}-${topic}`

import type { LiveEvent } from './events.ts'

/** Action of the event that closes the sockets of a session that has ended. No browser is sent it. */
export const SESSION_ENDED = 'sessionEnded'

/** The JSON text frames a browser gets. @param isTrusted whether its user gets what is confidential */
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

import type { LiveEvent } from './events.ts'

/** Action of the event that closes the sockets of an ended session. It is not sent to browsers. */
export const SESSION_ENDED = 'sessionEnded'

/** The JSON text frames for a browser. @param isTrusted whether its user gets confidential fields */
export const framesOf = (
  { companyId, topic, action, body, confidential, more = [] }: LiveEvent,
  isTrusted: boolean,
) =>
  [{ ...body, ...(isTrusted && confidential?.body) }, ...more].flatMap((one) =>
    channelsOf(companyId, topic).map((channel) => ({ channel, action, ...one })),
  )

const ITEMS = 'ContactListItem'

/** Events of a list's contacts are also on the one channel of all contacts of the company's lists (part 2 §7). */
function channelsOf(companyId: string, topic: string): string[] {
  if (topic === 'announcement') return ['company-announcement']
  const topics = topic.startsWith(`${ITEMS}-`) ? [topic, ITEMS] : [topic]
  return topics.map((each) => `company-${companyId}-${each}`)
}

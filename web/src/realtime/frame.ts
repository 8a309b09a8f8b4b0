import * as z from 'zod'

/** A live event as it arrives: a channel, an action and the record. */
const frame = z.looseObject({ channel: z.string(), action: z.string() })
type Frame = z.infer<typeof frame>

export interface LiveEvent {
  /** The channel without `company-{companyId}-`; `announcement` for the channel of all companies. */
  topic: string
  action: string
  frame: Frame
}

/** Reads a text frame; undefined if it is not an event, or belongs to another company. */
export function eventOf(text: unknown, companyId: string): LiveEvent | undefined {
  const parsed = frame.safeParse(jsonOf(text))
  if (!parsed.success) return undefined
  const { channel, action } = parsed.data
  if (channel === FOR_EVERYBODY) return { topic: 'announcement', action, frame: parsed.data }
  const prefix = `company-${companyId}-`
  if (!channel.startsWith(prefix)) return undefined
  return { topic: channel.slice(prefix.length), action, frame: parsed.data }
}

/** Whether this frame announces that the server closes the socket, for newer sockets or for a wrong message. */
export const isClosedByServer = (text: unknown): boolean =>
  frame.safeParse(jsonOf(text)).data?.action === 'socketClosed'

/** The only channel of all companies (part 3 §1). */
const FOR_EVERYBODY = 'company-announcement'

function jsonOf(text: unknown): unknown {
  if (typeof text !== 'string') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The frame of a deletion. */
export const deletion = z.object({ id: z.string() })

import { id } from '@recado/shared/ids'
import { parsedJson } from '@recado/shared/json'
import { brokenTexts } from '@recado/shared/text'
import * as z from 'zod'

/** The largest frame of a browser, in bytes (part 4 §13). */
const FRAME_MAX_BYTES = 4096

const deskFrame = z.strictObject({
  action: z.literal('desk'),
  ticketId: id,
  state: z.enum(['viewing', 'typing', 'left']),
})
/** What a user does with an open ticket. */
export type DeskFrame = z.infer<typeof deskFrame>

/**
 * A browser's frame: a sign of life, what its user does with a ticket, a frame that is refused, or anything else, which
 * has no effect.
 */
export type ClientFrame = 'userStatus' | 'broken' | 'other' | DeskFrame

const named = z.object({ action: z.string() })

/**
 * Parses a frame of a live socket. Refused are, as in any request, halves of surrogate pairs and NULs, and also frames
 * that are too large or whose fields do not fit their action.
 */
export function clientFrameOf(body: string | undefined): ClientFrame {
  if (Buffer.byteLength(body ?? '') > FRAME_MAX_BYTES) return 'broken'
  const frame = parsedJson(body ?? '')
  if (brokenTexts(frame).length > 0) return 'broken'
  const action = named.safeParse(frame).data?.action
  if (action === 'desk') return deskFrame.safeParse(frame).data ?? 'broken'
  return action === 'userStatus' ? 'userStatus' : 'other'
}

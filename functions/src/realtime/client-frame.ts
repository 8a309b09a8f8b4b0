import { brokenTexts } from '@recado/shared/text'
import * as z from 'zod'

/** What a browser said: that it is there, a text that cannot be stored, or anything else, which changes nothing. */
export type ClientFrame = 'userStatus' | 'broken' | 'other'

const userStatus = z.object({ action: z.literal('userStatus') })

/** Reads a frame of a live socket. Halves of surrogate pairs and NULs are refused in it as in any other request. */
export function clientFrameOf(body: string | undefined): ClientFrame {
  const frame = jsonIn(body)
  if (brokenTexts(frame).length > 0) return 'broken'
  return userStatus.safeParse(frame).success ? 'userStatus' : 'other'
}

function jsonIn(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? '')
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

import { encodeTime, monotonicFactory } from 'ulid'
import * as z from 'zod'

const ulid = monotonicFactory()

/** A new id: a ULID, so ids sort by the time they were made. */
export const newId = (now = Date.now()): string => ulid(now)

/**
 * What sorts before every id of this moment and behind all earlier ones. Not a `newId` of it: that is never earlier
 * than the last one, and makes all that follow as late as itself.
 * @param moment milliseconds since 1970
 */
export const firstIdOf = (moment: number): string =>
  encodeTime(Math.min(Math.max(moment, 0), LATEST), TIME_LENGTH)

/** Characters of an id that are its time. */
const TIME_LENGTH = 10
/** No id is of a time before 1970 or after this, the year 10889. */
const LATEST = 2 ** 48 - 1

/** An id that tells nothing, not even when it was made: for addresses. */
export const newUuid = (): string => crypto.randomUUID()

/** An id as it comes in from outside. Wider than a ULID: a list item's id is its list's id and its place. */
export const id = z.string().regex(/^[0-9A-Za-z_-]{1,64}$/)

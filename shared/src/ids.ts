import { monotonicFactory } from 'ulid'
import * as z from 'zod'

const ulid = monotonicFactory()

/** A new id: a ULID, so ids sort by the time they were made. */
export const newId = (now = Date.now()): string => ulid(now)

/** An id that tells nothing, not even when it was made: for addresses. */
export const newUuid = (): string => crypto.randomUUID()

/** An id as it comes in from outside. Wider than a ULID: a list item's id is its list's id and its place. */
export const id = z.string().regex(/^[0-9A-Za-z_-]{1,64}$/)

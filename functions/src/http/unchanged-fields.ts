import { isDeepStrictEqual } from 'node:util'
import type * as z from 'zod'

/** Reads the record that a PUT is about, as its GET answers it; undefined where there is none. */
export type ReadRecord = (sent: object) => Promise<object | undefined>

/** Fields that are computed whenever a record is read: they say nothing of what the client changed. */
const COMPUTED = new Set([
  'dueIn',
  'expectedEndAt',
  'health',
  'lastSeenAt',
  'mediaUrl',
  'online',
  'overdueSince',
])

/**
 * A body of a PUT without those refused fields that say what the record says anyway: who read a record may send it back
 * whole. What differs stays in it, and is refused by the schema.
 */
export async function withoutUnchanged(
  schema: z.ZodType,
  body: unknown,
  readRecord: ReadRecord,
): Promise<unknown> {
  const parsed = schema.safeParse(body)
  if (parsed.success || typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const refused = new Set(parsed.error.issues.flatMap(fieldsOf))
  const record = await readRecord(body)
  const stored = new Map(Object.entries(record ?? {}))
  const isUnchanged = (name: string, value: unknown) =>
    stored.has(name) && (COMPUTED.has(name) || isDeepStrictEqual(value, stored.get(name)))
  // Its own fields, one called __proto__ among them.
  const sent: [string, unknown][] = Object.entries(body)
  return Object.fromEntries(sent.filter(([name, value]) => !refused.has(name) || !isUnchanged(name, value)))
}

/** The fields of a body that an issue is about. */
function fieldsOf(issue: z.core.$ZodIssue): string[] {
  if (issue.path.length > 0) return [String(issue.path[0])]
  return issue.code === 'unrecognized_keys' ? issue.keys : []
}

import { isDeepStrictEqual } from 'node:util'
import type * as z from 'zod'
import { type Put, readRecord } from './record-reader.ts'

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
 * A body that its PUT refuses, without those refused fields that say what the record says anyway: who read a record may
 * send it back whole. What differs stays in it, for the schema to refuse. Loaded where a body is refused.
 */
export async function withoutUnchanged(put: Put, body: unknown): Promise<unknown> {
  const parsed = put.route.body?.safeParse(body)
  if (!parsed?.error || typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const refused = new Set(parsed.error.issues.flatMap(fieldsOf))
  const record = await readRecord(put, body)
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

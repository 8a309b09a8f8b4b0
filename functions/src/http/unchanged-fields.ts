import { isDeepStrictEqual } from 'node:util'
import type * as z from 'zod'
import { type DomainCall, readRecord } from './record-reader.ts'

/** Computed fields of a record. A client that sends them back has not changed them. */
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
 * Removes refused fields from a PUT's body if their values equal the stored record's, so that a client may send
 * back a whole record. Changed fields stay, and the schema refuses them. Loaded only for a refused body.
 */
export async function withoutUnchanged(put: DomainCall, body: unknown): Promise<unknown> {
  const parsed = put.route.body?.safeParse(body)
  if (!parsed?.error || typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const refused = new Set(parsed.error.issues.flatMap(fieldsOf))
  const record = await readRecord(put, body)
  const stored = new Map(Object.entries(record ?? {}))
  const isUnchanged = (name: string, value: unknown) =>
    stored.has(name) && (COMPUTED.has(name) || isDeepStrictEqual(value, stored.get(name)))
  // Own fields only, including one named __proto__.
  const sent: [string, unknown][] = Object.entries(body)
  return Object.fromEntries(sent.filter(([name, value]) => !refused.has(name) || !isUnchanged(name, value)))
}

/** Names of the body's fields that an issue is about. */
function fieldsOf(issue: z.core.$ZodIssue): string[] {
  if (issue.path.length > 0) return [String(issue.path[0])]
  return issue.code === 'unrecognized_keys' ? issue.keys : []
}

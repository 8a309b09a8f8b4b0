import * as z from 'zod'
import { DomainError } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Queues } from '../queues/queues.ts'
import { allRows, committed, type Key } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'

/** A question to the task that holds a connection. */
export type Question =
  /** Asks WhatsApp something over the socket. */
  | { kind: 'test' }
  /** Begins to link a number by a code instead of the QR code. */
  | { kind: 'pairing-code'; number: string }
  /** Asks WhatsApp which of these numbers it knows, 20 at most. */
  | { kind: 'check'; numbers: string[] }

/**
 * What the task answers: how long WhatsApp took in milliseconds, the code to type, where each of the numbers is
 * found (one that WhatsApp said nothing about is missing), or until when WhatsApp does not say that, in milliseconds since 1970.
 */
export const reply = z.union([
  z.object({ roundTripMs: z.number().int() }),
  z.object({ code: z.string() }),
  z.object({
    addresses: z.array(z.object({ number: z.string(), exists: z.boolean(), jid: z.string().nullable() })),
  }),
  z.object({ refusedUntil: z.number() }),
  z.object({ failed: z.literal(true) }),
])
export type Reply = z.infer<typeof reply>

/** The longest a question waits, in milliseconds; API Gateway waits 29 seconds. */
const LONGEST_MS = 20_000
const LOOK_EVERY_MS = 100
/** A question that nobody took up is cleared away after this long, in seconds. */
const KEPT_SECONDS = 600

const askKey = (askId: string): Key => ({ pk: 'ASKS', sk: askId })

interface AskPorts {
  queues: Queues
  now(): number
  pause(milliseconds: number): Promise<unknown>
}

/**
 * Asks the socket service and waits for its answer: the question goes through the connection's command queue,
 * the answer comes back through the table.
 * @throws DomainError ERR_WAPP_NOT_INITIALIZED where there is no answer or WhatsApp gave none
 */
export async function ask(
  table: TenantTable,
  { queues, now, pause }: AskPorts,
  connectionId: string,
  question: Question,
): Promise<Exclude<Reply, { failed: true }>> {
  const askId = newId()
  const until = now() + LONGEST_MS
  await table.put({ ...askKey(askId), expiresAt: Math.floor(now() / 1000) + KEPT_SECONDS })
  await queues.command({ ...question, companyId: table.companyId, connectionId, askId, until }, askId)
  while (now() < until) {
    const row = await table.get<{ reply?: unknown }>(askKey(askId))
    if (row?.reply !== undefined) return given(reply.parse(row.reply))
    await pause(LOOK_EVERY_MS)
  }
  throw notInitialized()
}

/** Stores the answer for whoever waits; it comes to nothing where the question has been cleared away. */
export const answerAsk = (table: TenantTable, askId: string, answer: Reply): Promise<boolean> =>
  committed(table.update(askKey(askId), { set: { reply: answer } }, { pk: { exists: true } }))

/** Forgets every question whose answer contains these digits of a phone number. */
export async function forgetAsksAbout(table: TenantTable, digits: string): Promise<void> {
  const { pk } = askKey('')
  for await (const { sk, reply: answer } of allRows<{ reply?: unknown }>(table, { pk, consistent: true }))
    if (JSON.stringify(answer ?? null).includes(digits)) await table.delete(askKey(sk))
}

function given(answer: Reply): Exclude<Reply, { failed: true }> {
  if ('failed' in answer) throw notInitialized()
  return answer
}

const notInitialized = () =>
  new DomainError('dependency-failed', 'ERR_WAPP_NOT_INITIALIZED', 'The WhatsApp session does not answer')

import * as z from 'zod'
import { DomainError } from '../errors/errors.ts'
import { newId } from '../ids.ts'
import type { Queues } from '../queues/queues.ts'
import { allRows, committed, type Key, keyIn } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'

/** A question to the task that owns a connection. */
export type Question =
  /** Sends WhatsApp a query over the socket. */
  | { kind: 'test' }
  /** Starts to link a number by a code instead of the QR code. */
  | { kind: 'pairing-code'; number: string }
  /** Asks WhatsApp which of these numbers it knows; 20 at most. */
  | { kind: 'check'; numbers: string[] }

/**
 * The task's answer: WhatsApp's response time in milliseconds; the code to type; the address of each number (missing if
 * WhatsApp did not answer about it); or until when WhatsApp refuses such questions, in milliseconds since 1970.
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

/** The longest wait for an answer, in milliseconds; API Gateway waits 29 seconds. */
const LONGEST_MS = 20_000
const LOOK_EVERY_MS = 100
/** A question without an answer is deleted after this long, in seconds. */
const KEPT_SECONDS = 600

interface AskRow {
  /** Missing while the question is open. */
  reply?: Reply
}

const askKey = (askId: string): Key<AskRow> => keyIn('ASKS', askId)

interface AskPorts {
  queues: Queues
  now(): number
  pause(milliseconds: number): Promise<unknown>
}

/**
 * Asks the socket service and waits for its answer: the question goes through the connection's command queue,
 * the answer comes back through the table.
 * @throws DomainError ERR_WAPP_NOT_INITIALIZED if no answer came, or WhatsApp gave none
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
    const row = await table.get(askKey(askId))
    if (row?.reply !== undefined) return given(reply.parse(row.reply))
    await pause(LOOK_EVERY_MS)
  }
  throw notInitialized()
}

/** Stores the answer for the waiting caller. @returns false if the question was deleted */
export const answerAsk = (table: TenantTable, askId: string, answer: Reply): Promise<boolean> =>
  committed(table.update(askKey(askId), { set: { reply: answer } }, { pk: { exists: true } }))

/** Deletes all questions whose answer contains these digits of a phone number. */
export async function forgetAsksAbout(table: TenantTable, digits: string): Promise<void> {
  const { pk } = askKey('')
  for await (const { sk, reply: answer } of allRows(table, { pk, consistent: true }))
    if (JSON.stringify(answer ?? null).includes(digits)) await table.delete(askKey(sk))
}

function given(answer: Reply): Exclude<Reply, { failed: true }> {
  if ('failed' in answer) throw notInitialized()
  return answer
}

const notInitialized = () =>
  new DomainError('dependency-failed', 'ERR_WAPP_NOT_INITIALIZED', 'The WhatsApp session does not answer')

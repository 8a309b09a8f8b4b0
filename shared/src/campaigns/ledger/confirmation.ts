import type { Chat } from '../../messages/chat.ts'
import type { RecipientRef } from '../../messages/recipient-ref.ts'
import type { SentAs } from '../../messages/sent-as.ts'
import { CLOCKS_DIFFER_MS } from '../../messages/whatsapp-clock.ts'
import { searchable } from '../../searchable.ts'
import { allRows, deleteRow, type Key, partition, putRow, type When } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { releasedKey } from './ledger.ts'
import type { Recipient } from './recipient.ts'
import { settle } from './settle.ts'

/** Time to answer a confirmation question, in milliseconds (part 3 §6). */
export const CONFIRMATION_MS = 72 * 3_600_000

/** Answers to a confirmation question (part 3 §6). */
const YES = new Set(['sim', 's', 'quero', 'quero sim', 'sim quero', 'ok', '1', 'yes', 'y', 'si', 'claro'])
const NO = new Set(['nao', 'n', '2', 'no', 'nao quero', 'nao obrigado', 'nao obrigada'])

export type Answer = 'yes' | 'no' | 'unclear'

/** Reads a text as an answer. Case, accents and surrounding characters do not count: "Sim!!" is a yes. */
export function answerIn(text: string): Answer {
  const words = searchable(text)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
  if (YES.has(words)) return 'yes'
  return NO.has(words) ? 'no' : 'unclear'
}

/** A confirmation question that is still open. */
export interface Ask extends RecipientRef {
  connectionId: string
  chat: Chat
  /** The question's message id. */
  messageId: string
  /** When WhatsApp acknowledged the question, ISO 8601. */
  askedAt: string
  /** When the question was about to leave, ISO 8601. The first stored questions lack it. */
  sentAt?: string
}

const partitionOf = (connectionId: string) => partition<Ask>(`CONFIRMATIONS#${connectionId}`)
const askKey = ({
  connectionId,
  chat,
  campaignId,
}: Pick<Ask, 'connectionId' | 'chat' | 'campaignId'>): Key<Ask> => ({
  pk: partitionOf(connectionId),
  sk: `${chat}#${campaignId}`,
})

/**
 * SENDING → AWAITING: WhatsApp has the question.
 * @param question its conversation, and when it was about to leave @param askedAt when WhatsApp had it; both ISO 8601
 */
export function settleAsked(
  table: TenantTable,
  sent: SentAs,
  question: Pick<Ask, 'connectionId' | 'chat' | 'sentAt'>,
  askedAt: string,
): Promise<boolean> {
  const { campaignId, ledger, place, first: messageId } = sent
  const ask: Ask = { ...question, campaignId, ledger, place, messageId, askedAt }
  const expiresAt = Math.floor((Date.parse(askedAt) + CONFIRMATION_MS) / 1000)
  return settle(
    table,
    sent,
    { set: { status: 'AWAITING', confirmation: 'ASKED', askedAt } },
    { status: 'SENDING', messageId },
    { awaiting: 1 },
    [putRow({ ...ask, expiresAt, ...askKey(ask) })],
  )
}

/** The questions to this person over a connection, newest first. DynamoDB deletes an expired one some days late. */
export async function asksTo(table: TenantTable, connectionId: string, chat: Chat): Promise<Ask[]> {
  const asks: Ask[] = []
  const query = { pk: partitionOf(connectionId), prefix: `${chat}#`, consistent: true }
  for await (const ask of allRows(table, query)) asks.push(ask)
  return asks.sort((a, b) => b.askedAt.localeCompare(a.askedAt))
}

/** The questions that were open when a message was written: an earlier message is no answer. @param at ISO 8601 */
export async function openAsks(
  table: TenantTable,
  connectionId: string,
  chat: Chat,
  at: string,
): Promise<Ask[]> {
  const since = new Date(Date.parse(at) - CONFIRMATION_MS).toISOString()
  const until = new Date(Date.parse(at) + CLOCKS_DIFFER_MS).toISOString()
  const asks = await asksTo(table, connectionId, chat)
  return asks.filter(({ askedAt, sentAt = '' }) => askedAt > since && sentAt <= until)
}

/** Deletes a question that needs no answer any more. */
export const forgetAsk = (table: TenantTable, ask: Ask): Promise<void> => table.delete(askKey(ask))

/** AWAITING → PENDING: the message itself is next. @param at ISO 8601 @returns whether the question was open */
export const settleYes = (table: TenantTable, ask: Ask, at: string): Promise<boolean> =>
  settle(
    table,
    ask,
    { set: { status: 'PENDING', step: 'message', confirmation: 'YES' } },
    awaiting(ask),
    { awaiting: -1, confirmed: 1 },
    [deleteRow(askKey(ask)), putRow({ ...releasedKey(ask.ledger, at, ask.place), place: ask.place })],
  )

/** AWAITING → FAILED: the person declined this message, or opted out of all messages. */
export const settleNo = (
  table: TenantTable,
  ask: Ask,
  reason: 'SKIPPED_DECLINED' | 'SKIPPED_BLOCKED',
): Promise<boolean> => {
  const block = reason === 'SKIPPED_BLOCKED'
  return settle(
    table,
    ask,
    { set: { status: 'FAILED', reason, block, confirmation: 'NO' } },
    awaiting(ask),
    { awaiting: -1, open: -1, failed: 1, ...(block && { blocked: 1 }) },
    [deleteRow(askKey(ask))],
  )
}

/** AWAITING → FAILED: the time to answer is over. */
export const settleExpired = (table: TenantTable, row: Recipient): Promise<boolean> =>
  settle(
    table,
    row,
    { set: { status: 'FAILED', reason: 'SKIPPED_UNCONFIRMED', confirmation: 'EXPIRED' } },
    { status: 'AWAITING', messageId: row.messageId ?? '' },
    { awaiting: -1, open: -1, failed: 1 },
  )

const awaiting = ({ messageId }: Ask): When<Recipient> => ({ status: 'AWAITING', messageId })

import { localDate } from '../../calendar/local-date.ts'
import { isAddressRefused } from '../../messages/address-refusals.ts'
import type { RecipientRef } from '../../messages/recipient-ref.ts'
import type { SentAs } from '../../messages/sent-as.ts'
import { type Change, committed, putRow, updateRow, type When, type Write } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import type { FailureReason } from '../contract/shipping.ts'
import { type CountChange, countsKey, ofVariant, onDay } from './counts.ts'
import { releasedKey } from './ledger.ts'
import { type Recipient, recipientKey } from './recipient.ts'
import { ACKNOWLEDGED, outcomeOf, UNCERTAIN } from './verdicts.ts'

const CLAIM = ['claim', 'claimedAt', 'messageId', 'fence', 'parts', ...ACKNOWLEDGED] as const
/** Attributes of the tries within an attempt; a new attempt removes them. */
const TRIES = ['postponed', 'postponedFor', 'retryAt', 'address', 'refusedId', 'heldBackAt'] as const
interface Claim {
  claim: string
  claimedAt: number
  messageId: string
  parts: number
  fence: number
}

/**
 * PENDING → SENDING, stored before anything is sent.
 * @param recipient with the variants to send: the row must agree with the counts, and the campaign's texts may have changed
 * @returns whether this claim won
 */
export const claimRecipient = (
  table: TenantTable,
  recipient: RecipientRef & Pick<Recipient, 'attempt' | 'step' | 'variant' | 'confirmationVariant'>,
  claim: Claim,
): Promise<boolean> => {
  const { attempt, step, variant, confirmationVariant } = recipient
  return committed(
    table.update(
      recipientKey(recipient),
      { set: { status: 'SENDING', ...claim, variant, confirmationVariant }, remove: ACKNOWLEDGED },
      { status: 'PENDING', attempt, step },
    ),
  )
}

/** Releases a claim; only if certainly nothing was sent. @returns whether the claim existed */
export const releaseRecipient = (
  table: TenantTable,
  recipient: RecipientRef,
  claim: string,
): Promise<boolean> =>
  committed(
    table.update(
      recipientKey(recipient),
      { set: { status: 'PENDING' }, remove: CLAIM },
      { status: 'SENDING', claim },
    ),
  )

/**
 * SENDING → PENDING, for a message that WhatsApp certainly refused for now. The next attempt has another message id.
 * @param at milliseconds since 1970
 * @returns whether the recipient's row changed
 */
export async function returnRecipient(table: TenantTable, sent: SentAs, at: number): Promise<boolean> {
  const outcome = await outcomeOf(table, sent, 'held')
  if (outcome === 'held') return takeBack(table, sent, at)
  return outcome === 'partly' && settleFailed(table, sent, { reason: 'PARTLY_SENT' })
}

const takeBack = (table: TenantTable, sent: SentAs, heldBackAt: number): Promise<boolean> =>
  committed(
    table.update(
      recipientKey(sent),
      { set: { status: 'PENDING', heldBackAt }, add: { attempt: 1 }, remove: CLAIM },
      { status: 'SENDING', messageId: sent.first },
    ),
  )

/**
 * SENDING → SENDED, once WhatsApp has all parts. A late acknowledgement also corrects a row that was given up or
 * refused.
 * @param sentAt ISO 8601
 */
export async function settleSent(table: TenantTable, sent: SentAs, sentAt: string): Promise<boolean> {
  const outcome = await outcomeOf(table, sent, 'taken')
  if (outcome === 'partly') return settleFailed(table, sent, { reason: 'PARTLY_SENT' })
  if (outcome !== 'taken') return false
  const set = { status: 'SENDED', level: 'server', sentAt } as const
  const counts = {
    sent: 1,
    ...ofVariant(sent.variant, 'sent'),
    ...onDay(localDate(Date.parse(sentAt), sent.timezone)),
    ...(sent.confirmed && { confirmedAndSent: 1 }),
  }
  const underWay = { status: 'SENDING', messageId: sent.first } as const
  const openCounts = { ...counts, open: -1, ...(sent.confirmed && { confirmed: -1 }) }
  const settled = await settle(table, sent, { set }, underWay, openCounts)
  if (settled) return true
  // A refused message may have arrived: then the second attempt does not leave.
  const turned = { status: 'PENDING', refusedId: sent.first } as const
  const back = { set: { ...set, messageId: sent.first }, remove: ['address', 'refusedId'] } as const
  if (sent.otherAddress && (await settle(table, sent, back, turned, openCounts))) return true
  const givenUp = { status: 'FAILED', reason: UNCERTAIN, messageId: sent.first } as const
  const change = { set, remove: ['reason', 'failureCode'] } as const
  return settle(table, sent, change, givenUp, { ...counts, failed: -1 })
}

/**
 * SENDING → FAILED after WhatsApp's refusal; or → PENDING for the person's other address, if this address was refused.
 * @param at ISO 8601
 */
export async function settleRefused(
  table: TenantTable,
  sent: SentAs,
  failureCode: string,
  at: string,
): Promise<boolean> {
  const outcome = await outcomeOf(table, sent, 'refused')
  if (outcome === undefined) return false
  if (outcome === 'held') return takeBack(table, sent, Date.parse(at))
  if (outcome !== 'refused') return settleFailed(table, sent, { reason: 'PARTLY_SENT', failureCode })
  if (await turnTo(table, sent, failureCode, at)) return true
  return settleFailed(table, sent, { reason: 'REFUSED', failureCode }, REFUSED_ONCE_MORE)
}

/** SENDING → FAILED, once WhatsApp has answered to all parts. */
function settleFailed(
  table: TenantTable,
  sent: SentAs,
  failure: { reason: 'REFUSED' | 'PARTLY_SENT'; failureCode?: string },
  counts: CountChange = {},
): Promise<boolean> {
  return settle(
    table,
    sent,
    { set: { status: 'FAILED', ...failure } },
    { status: 'SENDING', messageId: sent.first },
    { failed: 1, open: -1, ...(sent.confirmed && { confirmed: -1 }), ...counts },
  )
}

const REFUSED_ONCE_MORE: CountChange = { refusedInRow: 1 }

/**
 * SENDING → PENDING, once: the next attempt goes to the person's other address, with another message id. It comes
 * before other recipients, so that its success ends the run of refusals before the campaign is paused.
 */
async function turnTo(table: TenantTable, sent: SentAs, failureCode: string, at: string): Promise<boolean> {
  if (!sent.otherAddress || !isAddressRefused(sent.otherAddress, failureCode)) return false
  return settle(
    table,
    sent,
    {
      set: { status: 'PENDING', address: sent.otherAddress, refusedId: sent.first },
      add: { attempt: 1 },
      remove: CLAIM,
    },
    { status: 'SENDING', messageId: sent.first, address: { exists: false } },
    { ...REFUSED_ONCE_MORE, turned: 1 },
    [putRow({ ...releasedKey(sent.ledger, at, sent.place), place: sent.place })],
  )
}

/** SENDING → FAILED, because WhatsApp never answered to the message, or not to all its parts. */
export function giveUp(table: TenantTable, row: Recipient): Promise<boolean> {
  const known = new Map<string, unknown>(Object.entries(row))
  const isPartly = ACKNOWLEDGED.some((ack) => known.get(ack) === 'taken')
  return settle(
    table,
    row,
    { set: { status: 'FAILED', reason: isPartly ? 'PARTLY_SENT' : 'UNKNOWN_OUTCOME' } },
    { status: 'SENDING', messageId: row.messageId ?? '' },
    { failed: 1, open: -1, ...unconfirmed(row) },
  )
}

/** PENDING or POSTPONED → FAILED; nothing is sent. */
export function skipRecipient(table: TenantTable, row: Recipient, reason: FailureReason): Promise<boolean> {
  const block = reason === 'SKIPPED_BLOCKED'
  const isPostponed = row.status === 'POSTPONED'
  return settle(
    table,
    row,
    { set: { status: 'FAILED', reason, block } },
    { status: isPostponed ? 'POSTPONED' : 'PENDING', attempt: row.attempt, step: row.step },
    {
      failed: 1,
      open: -1,
      ...(block && { blocked: 1 }),
      ...(isPostponed && { postponed: -1 }),
      ...unconfirmed(row),
    },
  )
}

/** Raises the level of a sent message; never lowers it. @returns whether it rose */
export async function raiseLevel(
  table: TenantTable,
  sent: SentAs,
  level: 'delivered' | 'read' | 'played',
  at: string,
): Promise<boolean> {
  const base = { status: 'SENDED', messageId: sent.first } as const
  const received = { received: 1, ...ofVariant(sent.variant, 'received') }
  const read = { read: 1, ...ofVariant(sent.variant, 'read') }
  const rise = (
    from: readonly Recipient['level'][],
    set: Pick<Partial<Recipient>, 'deliveredAt' | 'readAt'>,
    counts: CountChange,
  ) => settle(table, sent, { set: { level, ...set } }, { ...base, level: { in: from } }, counts)
  const unread = ['none', 'server'] as const
  if (level === 'delivered') return rise(unread, { deliveredAt: at }, received)
  if (await rise(['delivered'], { readAt: at }, read)) return true
  // WhatsApp may send the read receipt only: a message that was read was also delivered.
  if (await rise(unread, { deliveredAt: at, readAt: at }, { ...received, ...read })) return true
  return level === 'played' && rise(['read'], {}, {})
}

/** Records the recipient's first reply to the message. @param at.messageId of the message's first part */
export const settleReply = (
  table: TenantTable,
  at: RecipientRef & { messageId: string; variant: number },
  repliedAt: string,
): Promise<boolean> =>
  settle(
    table,
    at,
    { set: { repliedAt } },
    { status: 'SENDED', messageId: at.messageId, repliedAt: { exists: false } },
    { replied: 1, ...ofVariant(at.variant, 'replied') },
  )

/**
 * FAILED → PENDING for several recipients of one campaign, each for a new attempt.
 * @param rows as they were read; a row that changed since, or belongs to this resend already, is left as it is
 */
export async function reopen(table: TenantTable, rows: readonly Recipient[], resend: number): Promise<void> {
  const [first] = rows
  if (!first) return
  const confirmed = rows.filter(({ confirmation, step }) => confirmation === 'YES' && step === 'message')
  const counts = { failed: -rows.length, open: rows.length, confirmed: confirmed.length }
  const reopened = table.transact([
    ...rows.map(
      (row): Write =>
        updateRow(
          recipientKey(row),
          {
            set: { status: 'PENDING', level: 'none', resend },
            add: { attempt: 1 },
            remove: ['reason', 'failureCode', ...CLAIM, ...TRIES],
          },
          { status: 'FAILED', attempt: row.attempt, reason: row.reason ?? { exists: false } },
        ),
    ),
    countWrite(first.campaignId, counts),
  ])
  if ((await committed(reopened)) || rows.length === 1) return
  for (const row of rows) await reopen(table, [row], resend)
}

const unconfirmed = ({ confirmation }: Recipient): CountChange =>
  confirmation === 'YES' ? { confirmed: -1 } : {}

/**
 * Changes a recipient and the counts in one transaction, so that the counts always equal the ledger. An accepted
 * message ends a run of refusals.
 */
export function settle(
  table: TenantTable,
  recipient: RecipientRef,
  change: Change<Recipient> & Required<Pick<Change<Recipient>, 'set'>>,
  when: When<Recipient>,
  counts: CountChange,
  also: readonly Write[] = [],
): Promise<boolean> {
  const row = updateRow(recipientKey(recipient), change, when)
  const counted = Object.keys(counts).length > 0
  const isTaken = change.set.status === 'SENDED' || change.set.status === 'AWAITING'
  const set = isTaken ? { refusedInRow: 0 } : undefined
  return committed(
    table.transact([row, ...(counted ? [countWrite(recipient.campaignId, counts, set)] : []), ...also]),
  )
}

const countWrite = (campaignId: string, counts: CountChange, set?: { refusedInRow: number }): Write =>
  updateRow(countsKey(campaignId), { add: counts, ...(set && { set }) }, { pk: { exists: true } })

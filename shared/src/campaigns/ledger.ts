import type { ContactFields } from '../contact-lists/contact-list-item.ts'
import { pageOfSequence, placeKey, rowsOfSequence } from '../table/sequence.ts'
import { type All, committed, type Key, type Row, type When } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import {
  ACK_LEVELS,
  type AckLevel,
  type FailureReason,
  type Shipping,
  type ShippingStatus,
} from './shipping.ts'
import { campaignKey } from './store.ts'

/** A recipient of a campaign: who, in which state, and everything known about the message. */
export interface Recipient extends ContactFields {
  campaignId: string
  /** The ledger it stands in: a campaign's preparation that was cut short leaves its ledger behind, unused. */
  ledger: string
  /** 0, 1, 2, … in sending order. */
  place: number
  status: ShippingStatus
  /** 1, and one more each time the failed ones are sent again. */
  attempt: number
  variant: number
  level: AckLevel
  block: boolean
  createdAt: string
  searchText: string
  messageId?: string
  /** Unique to one claim, so that a claim that was never used can be given back. */
  claim?: string
  /** Milliseconds since 1970. */
  claimedAt?: number
  sentAt?: string
  deliveredAt?: string
  readAt?: string
  reason?: FailureReason
  failureCode?: string
}

/** A claim neither acknowledged nor given back after this long, in milliseconds, is UNKNOWN_OUTCOME. */
export const CLAIM_MS = 60_000

const NEAR = 4

/** Names the ledger of a campaign's n-th preparation. */
export const ledgerId = (campaignId: string, preparation: number) => `${campaignId}.${preparation}`

const sequenceOf = (ledger: string) => `LEDGER#${ledger}`

/** Which recipient, wherever only its place matters. */
export type RecipientRef = Pick<Recipient, 'campaignId' | 'ledger' | 'place'>

export const recipientKey = ({ ledger, place }: Omit<RecipientRef, 'campaignId'>): Key =>
  placeKey(sequenceOf(ledger), place)

export const recipientsFrom = (
  table: TenantTable,
  ledger: string,
  query: { after?: number | undefined; limit: number; filter?: All; consistent?: boolean },
) => pageOfSequence<Recipient>(table, sequenceOf(ledger), query)

export const allRecipients = (
  table: TenantTable,
  ledger: string,
  query: { after?: number; filter?: All } = {},
) => rowsOfSequence<Recipient>(table, sequenceOf(ledger), { ...query, consistent: true })

export const getRecipient = (table: TenantTable, at: Omit<RecipientRef, 'campaignId'>) =>
  table.get<Recipient>(recipientKey(at))

/** The first PENDING recipient from a place on. Looks at the next few alone, since it is nearly always one of them. */
export async function nextPending(
  table: TenantTable,
  ledger: string,
  from: number,
): Promise<Recipient | undefined> {
  const near = Array.from({ length: NEAR }, (_, step) => recipientKey({ ledger, place: from + step }))
  const rows = (await table.getMany<Recipient>(near)).sort((a, b) => a.place - b.place)
  const pending = rows.find((row) => row.status === 'PENDING')
  if (pending || rows.length < NEAR) return pending
  const further = { after: from + NEAR - 1, limit: 1, filter: { status: 'PENDING' }, consistent: true }
  return (await recipientsFrom(table, ledger, further)).rows[0]
}

/** For a ledger that is not in use yet. */
export const putRecipients = (table: TenantTable, recipients: readonly Recipient[]) =>
  table.putMany(recipients.map((row) => ({ ...row, ...recipientKey(row) })))

/** PENDING → SENDING, stored before anything is sent. @returns whether this claim won */
export const claimRecipient = (
  table: TenantTable,
  recipient: RecipientRef & Pick<Recipient, 'attempt'>,
  claim: { claim: string; claimedAt: number; messageId: string; fence: number },
): Promise<boolean> =>
  committed(
    table.update(
      recipientKey(recipient),
      { set: { status: 'SENDING', ...claim } },
      { status: 'PENDING', attempt: recipient.attempt },
    ),
  )

/** Gives back a claim of which it is certain that nothing was sent. @returns whether there was such a claim */
export const releaseRecipient = (
  table: TenantTable,
  recipient: RecipientRef,
  claim: string,
): Promise<boolean> =>
  committed(
    table.update(
      recipientKey(recipient),
      { set: { status: 'PENDING' }, remove: ['claim', 'claimedAt', 'messageId', 'fence'] },
      { status: 'SENDING', claim },
    ),
  )

/**
 * SENDING → PENDING, for a message that WhatsApp refused for now and for certain: the next attempt has another
 * message id. @returns whether this message was under way
 */
export const returnRecipient = (
  table: TenantTable,
  recipient: RecipientRef,
  messageId: string,
): Promise<boolean> =>
  committed(
    table.update(
      recipientKey(recipient),
      {
        set: { status: 'PENDING' },
        add: { attempt: 1 },
        remove: ['claim', 'claimedAt', 'messageId', 'fence'],
      },
      { status: 'SENDING', messageId },
    ),
  )

/** SENDING → SENDED; a late result also mends a row that had been given up as unknown. */
export async function settleSent(
  table: TenantTable,
  recipient: RecipientRef,
  messageId: string,
  sentAt: string,
): Promise<boolean> {
  const set = { status: 'SENDED', level: 'server', sentAt }
  const settled = await settle(
    table,
    recipient,
    { set },
    { status: 'SENDING', messageId },
    { sent: 1, open: -1 },
  )
  if (settled) return true
  const given = { status: 'FAILED', reason: 'UNKNOWN_OUTCOME', messageId }
  return settle(table, recipient, { set, remove: ['reason'] }, given, { sent: 1, failed: -1 })
}

/** SENDING → FAILED, by WhatsApp's refusal or because nothing was ever heard. */
export const settleFailed = (
  table: TenantTable,
  recipient: RecipientRef,
  messageId: string,
  failure: { reason: FailureReason; failureCode?: string },
): Promise<boolean> =>
  settle(
    table,
    recipient,
    { set: { status: 'FAILED', ...failure } },
    { status: 'SENDING', messageId },
    { failed: 1, open: -1 },
  )

/** PENDING → FAILED without any sending. */
export const skipRecipient = (
  table: TenantTable,
  recipient: RecipientRef & Pick<Recipient, 'attempt'>,
  reason: FailureReason,
): Promise<boolean> => {
  const block = reason === 'SKIPPED_BLOCKED'
  return settle(
    table,
    recipient,
    { set: { status: 'FAILED', reason, block } },
    { status: 'PENDING', attempt: recipient.attempt },
    { failed: 1, open: -1, ...(block && { blocked: 1 }) },
  )
}

/** Raises how far a sent message has come; never lowers it. @returns whether it rose */
export async function raiseLevel(
  table: TenantTable,
  recipient: RecipientRef,
  messageId: string,
  level: 'delivered' | 'read' | 'played',
  at: string,
): Promise<boolean> {
  const below = ACK_LEVELS.slice(0, ACK_LEVELS.indexOf(level))
  const unread = below.filter((lower) => lower === 'none' || lower === 'server')
  const base: All = { status: 'SENDED', messageId }
  if (level === 'delivered') {
    return settle(
      table,
      recipient,
      { set: { level, deliveredAt: at } },
      { ...base, level: { in: below } },
      { received: 1 },
    )
  }
  const fromDelivered = { set: { level, readAt: at } }
  const risen = await settle(table, recipient, fromDelivered, { ...base, level: 'delivered' }, { read: 1 })
  if (risen) return true
  // WhatsApp may tell of the reading only: what was read has arrived.
  const fromUnread = { set: { level, deliveredAt: at, readAt: at } }
  const jumped = await settle(
    table,
    recipient,
    fromUnread,
    { ...base, level: { in: unread } },
    { received: 1, read: 1 },
  )
  return jumped || settle(table, recipient, { set: { level } }, { ...base, level: { in: below } }, {})
}

/** One transaction, so that the counters equal the ledger at every moment. */
function settle(
  table: TenantTable,
  recipient: RecipientRef,
  change: { set: Record<string, string | boolean>; remove?: string[] },
  when: When,
  counters: Record<string, number>,
): Promise<boolean> {
  const row = { update: recipientKey(recipient), change, when }
  const count = {
    update: campaignKey(recipient.campaignId),
    change: { add: counters },
    when: { pk: { exists: true } },
  }
  return committed(table.transact(Object.keys(counters).length > 0 ? [row, count] : [row]))
}

/** Clears away the ledgers of a campaign that is gone. */
export async function clearLedgers(table: TenantTable, campaignId: string): Promise<void> {
  for (let preparation = 1; ; preparation++) {
    const ledger = ledgerId(campaignId, preparation)
    let rows = 0
    for await (const { place } of allRecipients(table, ledger)) {
      await table.delete(recipientKey({ ledger, place }))
      rows++
    }
    if (rows === 0) return
  }
}

/** A recipient as the API shows it. */
export const shippingOf = (row: Row<Recipient> | Recipient): Shipping => ({
  id: `${row.campaignId}-${row.place}`,
  campaignId: row.campaignId,
  contact: { name: row.name },
  number: row.number,
  status: row.status,
  block: row.block,
  createdAt: row.createdAt,
  sentAt: row.sentAt ?? null,
  deliveredAt: row.deliveredAt ?? null,
  readAt: row.readAt ?? null,
  confirmationRequestedAt: null,
  messageId: row.messageId ?? null,
  level: row.level,
  variant: row.variant,
  reason: row.reason ?? null,
  failureCode: row.failureCode ?? null,
})

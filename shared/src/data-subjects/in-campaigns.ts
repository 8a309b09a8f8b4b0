import { asksTo, forgetAsk, settleExpired, settleNo } from '../campaigns/ledger/confirmation.ts'
import { allRecipients } from '../campaigns/ledger/ledger.ts'
import { ledgerId, type Recipient, recipientKey } from '../campaigns/ledger/recipient.ts'
import { skipRecipient } from '../campaigns/ledger/settle.ts'
import {
  campaignsAfter,
  getCampaign,
  giveUpPreparation,
  type StoredCampaign,
} from '../campaigns/store/campaigns.ts'
import { AGAIN, retrying } from '../table/retrying.ts'
import { committed } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { commonDigits, type DataSubject, isTheirs } from './person.ts'

/** A person's recipient rows in all ledgers of a campaign. */
export async function* recipientsIn(
  table: TenantTable,
  subject: DataSubject,
  { id, preparations }: Pick<StoredCampaign, 'id' | 'preparations'>,
): AsyncGenerator<Recipient> {
  // Recipients have numbers.
  if (subject.numbers.length === 0) return
  const filter = { searchText: { contains: commonDigits(subject) } }
  for (let preparation = 1; preparation <= preparations; preparation++) {
    for await (const row of allRecipients(table, ledgerId(id, preparation), { filter }))
      if (!row.chat && isTheirs(subject, row)) yield row
  }
}

/** Messages sent to a person, and messages still to be sent. */
export async function* inCampaigns(
  table: TenantTable,
  subject: DataSubject,
): AsyncGenerator<{ campaign: StoredCampaign; recipient: Recipient }> {
  for await (const campaign of campaignsAfter(table))
    for await (const recipient of recipientsIn(table, subject, campaign))
      if (recipient.ledger === campaign.ledger) yield { campaign, recipient }
}

/** Deletes the open questions to the person. */
export async function withdrawQuestions(
  table: TenantTable,
  { chats }: DataSubject,
  connectionIds: readonly string[],
): Promise<void> {
  for (const connectionId of connectionIds)
    for (const chat of chats)
      for (const ask of await asksTo(table, connectionId, chat)) {
        await settleNo(table, ask, 'SKIPPED_BLOCKED')
        await forgetAsk(table, ask)
      }
}

/**
 * Erases a person from one campaign. Unsent messages are never sent; sent messages stay counted.
 * @param now milliseconds since 1970
 * @returns the number of erased rows, and whether the campaign must be looked at again because a message is under way
 *   or the ledger is being written
 */
export async function eraseFromCampaign(
  table: TenantTable,
  subject: DataSubject,
  campaignId: string,
  now: number,
): Promise<{ erased: number; isOpen: boolean }> {
  const campaign = await giveUpStalePreparation(table, campaignId, now)
  // The ledgers of a deleted campaign are deleted too.
  if (!campaign) return { erased: 0, isOpen: false }
  const { id, preparations } = campaign
  const isWritten = isBeingWritten(campaign, now)
  // A ledger being written has no counts yet, so its rows cannot be settled. It is skipped until it is complete.
  const complete = isWritten ? preparations - 1 : preparations
  let erased = 0
  let isOpen = isWritten
  for await (const row of recipientsIn(table, subject, { id, preparations: complete })) {
    // A ledger that is not in use has no counts.
    if (row.ledger === campaign.ledger) await settleForGood(table, row)
    if (await makeNobody(table, row, row.ledger === campaign.ledger)) erased++
    else isOpen = true
  }
  return { erased, isOpen }
}

/** Whether a preparation may still write the latest ledger, or bring it into use. */
const isBeingWritten = (
  { status, preparedAt, pausedAt, preparingUntil }: StoredCampaign,
  now: number,
): boolean => preparedAt === null && ((status === 'EM_ANDAMENTO' && !pausedAt) || preparingUntil > now)

/**
 * Reads a campaign. A preparation that nothing continues now is given up, so that its ledger, which may name the person,
 * never comes into use.
 */
const giveUpStalePreparation = (
  table: TenantTable,
  campaignId: string,
  now: number,
): Promise<StoredCampaign | undefined> =>
  retrying(
    table,
    () => getCampaign(table, campaignId),
    async (campaign) => {
      if (!campaign?.written || isBeingWritten(campaign, now)) return campaign
      return (await giveUpPreparation(table, campaign)) ? campaign : AGAIN
    },
  )

async function settleForGood(table: TenantTable, row: Recipient): Promise<void> {
  if (row.status === 'PENDING' || row.status === 'POSTPONED')
    await skipRecipient(table, row, 'SKIPPED_BLOCKED')
  if (row.status === 'AWAITING') await settleExpired(table, row)
}

const NOBODY = {
  name: '',
  number: '',
  email: '',
  var1: '',
  var2: '',
  var3: '',
  searchText: '',
  erased: true,
} as const

/** Replaces the person's data in a row. @returns false while their message is under way */
const makeNobody = (table: TenantTable, row: Recipient, isCounted: boolean): Promise<boolean> =>
  committed(
    table.update(
      recipientKey(row),
      { set: NOBODY },
      isCounted ? { status: { in: ['SENDED', 'FAILED'] } } : { pk: { exists: true } },
    ),
  )

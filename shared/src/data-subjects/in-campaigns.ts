import { forgetAsk, openAsks, settleExpired, settleNo } from '../campaigns/confirmation.ts'
import { allRecipients } from '../campaigns/ledger.ts'
import { ledgerId, type Recipient, recipientKey } from '../campaigns/recipient.ts'
import { skipRecipient } from '../campaigns/settle.ts'
import { campaignsAfter, type StoredCampaign } from '../campaigns/store.ts'
import { committed } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { commonDigits, type DataSubject, isTheirs } from './person.ts'

/** A recipient's rows, in every ledger that a campaign ever had. */
export async function* recipientsIn(
  table: TenantTable,
  subject: DataSubject,
  { id, preparations }: Pick<StoredCampaign, 'id' | 'preparations'>,
): AsyncGenerator<Recipient> {
  const filter = { searchText: { contains: commonDigits(subject) } }
  for (let preparation = 1; preparation <= preparations; preparation++) {
    for await (const row of allRecipients(table, ledgerId(id, preparation), { filter }))
      if (!row.chat && isTheirs(subject, row)) yield row
  }
}

/** What was sent to somebody, and what is to be. */
export async function* inCampaigns(
  table: TenantTable,
  subject: DataSubject,
): AsyncGenerator<{ campaign: StoredCampaign; recipient: Recipient }> {
  for await (const campaign of campaignsAfter(table))
    for await (const recipient of recipientsIn(table, subject, campaign))
      if (recipient.ledger === campaign.ledger) yield { campaign, recipient }
}

/** Nobody waits for an answer of theirs any more. */
export async function withdrawQuestions(
  table: TenantTable,
  { chats }: DataSubject,
  connectionIds: readonly string[],
): Promise<void> {
  for (const connectionId of connectionIds)
    for (const chat of chats)
      for (const ask of await openAsks(table, connectionId, chat)) {
        await settleNo(table, ask, 'SKIPPED_BLOCKED')
        await forgetAsk(table, ask)
      }
}

/**
 * Makes one campaign's recipient nobody: what has not been sent never will be, what has been stays counted.
 * @returns how many rows were erased, and whether one has to be looked at again: its message is on its way, or the
 *   ledger is being written
 */
export async function eraseFromCampaign(
  table: TenantTable,
  subject: DataSubject,
  campaign: StoredCampaign,
): Promise<{ erased: number; isOpen: boolean }> {
  let erased = 0
  let isOpen = campaign.status === 'EM_ANDAMENTO' && campaign.preparedAt === null
  for await (const row of recipientsIn(table, subject, campaign)) {
    // A ledger that is not in use is nobody's count.
    if (row.ledger === campaign.ledger) await settleForGood(table, row)
    if (await makeNobody(table, row, row.ledger === campaign.ledger)) erased++
    else isOpen = true
  }
  return { erased, isOpen }
}

async function settleForGood(table: TenantTable, row: Recipient): Promise<void> {
  if (row.status === 'PENDING' || row.status === 'POSTPONED')
    await skipRecipient(table, row, 'SKIPPED_BLOCKED')
  if (row.status === 'AWAITING') await settleExpired(table, row)
}

const NOBODY = { name: '', number: '', email: '', var1: '', var2: '', var3: '', searchText: '', erased: true }

/** @returns false while their message is on its way */
const makeNobody = (table: TenantTable, row: Recipient, isCounted: boolean): Promise<boolean> =>
  committed(
    table.update(
      recipientKey(row),
      { set: NOBODY },
      isCounted ? { status: { in: ['SENDED', 'FAILED'] } } : { pk: { exists: true } },
    ),
  )

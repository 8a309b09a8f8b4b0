import type { ContactFields } from '../contact-lists/contact-list-item.ts'
import { itemsOf } from '../contact-lists/items.ts'
import { getList } from '../contact-lists/store.ts'
import { canonicalKey } from '../contacts/canonical-key.ts'
import type { Chat } from '../conversations/chat.ts'
import type { TenantTable } from '../table/tenant.ts'
import { recipientsOfGroupLists } from './group-recipients.ts'
import type { FailureReason } from './shipping.ts'
import type { StoredCampaign } from './store.ts'

/** Somebody a campaign would write to, before there is a ledger. */
export interface PlannedRecipient extends ContactFields {
  /** Where the message goes, where that does not follow from the number: a group, whose `number` is its id. */
  chat?: Chat
  /** Written into the ledger as failed, for this reason. */
  skip?: FailureReason
  /** Nobody has asked WhatsApp about the number yet. */
  unchecked?: true
  /** What makes two of them the same person or group. */
  identity: string
}

/** What decides who gets a campaign. */
export type Addressed = Pick<StoredCampaign, 'type' | 'whatsappId' | 'contactListIds' | 'groupMode'>

/**
 * The recipients of a campaign as its lists are now, each person or group once, in an order that stays the
 * same while the lists do.
 */
export async function* recipientsOfCampaign(
  table: TenantTable,
  campaign: Addressed,
): AsyncGenerator<PlannedRecipient> {
  const seen = new Set<string>()
  for await (const recipient of everyoneOf(table, campaign)) {
    if (seen.has(recipient.identity)) continue
    seen.add(recipient.identity)
    yield recipient
  }
}

/** The same with those who stand in the lists more than once. */
export const everyoneOf = (table: TenantTable, campaign: Addressed): AsyncGenerator<PlannedRecipient> =>
  campaign.type === 'GROUP' ? recipientsOfGroupLists(table, campaign) : contactsOf(table, campaign)

/** How many a campaign is expected to reach, by what its lists count, before a ledger says it exactly. */
export async function expectedRecipients(table: TenantTable, campaign: Addressed): Promise<number> {
  const lists = await Promise.all(campaign.contactListIds.map((listId) => getList(table, listId)))
  if (campaign.type === 'GROUP' && campaign.groupMode === 'group')
    return new Set(lists.flatMap((list) => list?.group?.groupId ?? [])).size
  return lists.reduce((sum, list) => sum + countOf(list), 0)
}

/** Of a group's members only those can be written to whose numbers are known. */
const countOf = (list: Awaited<ReturnType<typeof getList>>): number => {
  if (!list) return 0
  return list.type === 'GROUP' ? list.valids : list.contactsCount - list.invalids
}

async function* contactsOf(table: TenantTable, campaign: Addressed): AsyncGenerator<PlannedRecipient> {
  for (const listId of campaign.contactListIds) {
    for await (const item of itemsOf(table, listId, { consistent: true })) {
      const { name, number, email, var1, var2, var3, isWhatsappValid } = item
      yield {
        name,
        number,
        email,
        var1,
        var2,
        var3,
        identity: canonicalKey(number),
        ...(isWhatsappValid === false && { skip: 'SKIPPED_INVALID' }),
        ...(isWhatsappValid === null && { unchecked: true }),
      }
    }
  }
}

import type { ContactFields } from '../../contact-lists/contact-list-item.ts'
import { itemsOf } from '../../contact-lists/items.ts'
import { getList } from '../../contact-lists/store.ts'
import type { Chat } from '../../messages/chat.ts'
import { personKey } from '../../phone-numbers/canonical-key.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { type Campaign, isIntoGroups } from '../contract/campaign.ts'
import type { FailureReason } from '../contract/shipping.ts'
import { recipientsOfGroupLists } from './group-recipients.ts'

/** A future recipient of a campaign, before there is a ledger. */
export interface PlannedRecipient extends ContactFields {
  /** Set for a group, whose `number` is its id. For a person the chat follows from the number. */
  chat?: Chat
  /** The reason for which the ledger records it as failed. */
  skip?: FailureReason
  /** WhatsApp was not asked about the number yet. */
  unchecked?: true
  /** Equal for two entries of the same person or group. */
  identity: string
}

/** The fields of a campaign that determine its recipients. */
export type Addressed = Pick<Campaign, 'type' | 'whatsappId' | 'groupMode'> & {
  contactListIds: readonly string[]
}

/**
 * The recipients of a campaign by its current lists, each person or group once. The order is stable while the lists
 * are unchanged.
 * @param seen identities to leave out; those of the recipients are added
 */
export async function* recipientsOfCampaign(
  table: TenantTable,
  campaign: Addressed,
  seen = new Set<string>(),
): AsyncGenerator<PlannedRecipient> {
  for await (const recipient of everyoneOf(table, campaign)) {
    if (seen.has(recipient.identity)) continue
    seen.add(recipient.identity)
    yield recipient
  }
}

/** Like {@link recipientsOfCampaign}, but with duplicates. */
export const everyoneOf = (table: TenantTable, campaign: Addressed): AsyncGenerator<PlannedRecipient> =>
  campaign.type === 'GROUP' ? recipientsOfGroupLists(table, campaign) : contactsOf(table, campaign)

/** Expected number of recipients by the counts of the lists. The ledger has the exact number. */
export async function expectedRecipients(table: TenantTable, campaign: Addressed): Promise<number> {
  const lists = await Promise.all(campaign.contactListIds.map((listId) => getList(table, listId)))
  if (isIntoGroups(campaign)) return new Set(lists.flatMap((list) => list?.group?.groupId ?? [])).size
  return lists.reduce((sum, list) => sum + countOf(list), 0)
}

/**
 * Whether a start of the campaign now has a recipient that is not skipped. The counts of group lists do not say it: the
 * sending account may have left the groups.
 */
export async function hasRecipients(table: TenantTable, campaign: Addressed): Promise<boolean> {
  if (campaign.type !== 'GROUP') return (await expectedRecipients(table, campaign)) > 0
  for await (const { skip } of everyoneOf(table, campaign)) if (!skip) return true
  return false
}

/** Members of a group can be written to only if their number is known. */
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
        identity: personKey(number),
        ...(isWhatsappValid === false && { skip: 'SKIPPED_INVALID' }),
        ...(isWhatsappValid === null && { unchecked: true }),
      }
    }
  }
}

import { countsKey, NO_COUNTS } from '@recado/shared/campaigns/ledger/counts'
import { putRecipients } from '@recado/shared/campaigns/ledger/ledger'
import { ledgerId } from '@recado/shared/campaigns/ledger/recipient'
import { putCampaign, type StoredCampaign } from '@recado/shared/campaigns/store/campaigns'
import { searchedText } from '@recado/shared/contact-lists/cards'
import type { ContactFields } from '@recado/shared/contact-lists/contact-list-item'
import { ADDED_AT_ONCE, additions } from '@recado/shared/contact-lists/item-writes'
import { reservePlaces } from '@recado/shared/contact-lists/items'
import { holdersOf } from '@recado/shared/contact-lists/numbers'
import { putList } from '@recado/shared/contact-lists/store'
import type { TenantTable } from '@recado/shared/table/tenant'
import { aCampaign, aContactList } from './builders.ts'

const AT = '2026-11-21T12:00:00.000Z'

type Contact = Partial<ContactFields> & { number: string }
const contactOf = (contact: Contact): ContactFields => ({
  name: 'Cliente',
  email: '',
  var1: '',
  var2: '',
  var3: '',
  ...contact,
})

/** A list with these contacts. @returns its id */
export async function aListOf(table: TenantTable, contacts: readonly Contact[]): Promise<string> {
  const list = aContactList({ companyId: table.companyId })
  await putList(table, list)
  for (let from = 0; from < contacts.length; from += ADDED_AT_ONCE)
    await addToList(table, list.id, contacts.slice(from, from + ADDED_AT_ONCE))
  return list.id
}

/** Adds contacts to a list, as many as one transaction takes. */
export async function addToList(
  table: TenantTable,
  listId: string,
  contacts: readonly Contact[],
): Promise<void> {
  const firstPlace = (await reservePlaces(table, listId, contacts.length)) ?? 0
  const numbers = contacts.map(({ number }) => number)
  const holders = await holdersOf(table, listId, numbers)
  await table.transact(additions({ listId, firstPlace, contacts: contacts.map(contactOf), holders, now: AT }))
}

/** A running campaign on a connection, with all of these PENDING in its first ledger. @returns its id */
export async function aLedger(
  table: TenantTable,
  whatsappId: string,
  people: readonly (string | Contact)[],
  of: Partial<StoredCampaign> = {},
): Promise<string> {
  const campaign = aCampaign({
    companyId: table.companyId,
    whatsappId,
    status: 'EM_ANDAMENTO',
    preparations: 1,
    preparedAt: AT,
    ...of,
  })
  const ledger = ledgerId(campaign.id, 1)
  await putCampaign(table, { ...campaign, ledger, recipients: people.length })
  await table.put({ ...NO_COUNTS, campaignId: campaign.id, open: people.length, ...countsKey(campaign.id) })
  await putRecipients(
    table,
    people.map((person, place) => {
      const contact = contactOf(typeof person === 'string' ? { number: person } : person)
      return {
        ...contact,
        searchText: searchedText(contact),
        campaignId: campaign.id,
        ledger,
        place,
        status: 'PENDING',
        step: campaign.confirmation ? 'confirmation' : 'message',
        attempt: 1,
        variant: 1,
        confirmationVariant: 1,
        level: 'none',
        block: false,
        createdAt: AT,
      }
    }),
  )
  return campaign.id
}

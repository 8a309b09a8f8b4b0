import { putCampaign } from '@recado/shared/campaigns/store'
import { putConnection } from '@recado/shared/connections/store'
import { additions } from '@recado/shared/contact-lists/item-writes'
import { itemId, reservePlaces } from '@recado/shared/contact-lists/items'
import { putList } from '@recado/shared/contact-lists/store'
import { newId } from '@recado/shared/ids'
import { endImport, putImport } from '@recado/shared/imports/store'
import type { TenantTable } from '@recado/shared/table/tenant'
import { putTag } from '@recado/shared/tags/store'
import { putTicketQueue } from '@recado/shared/ticket-queues/store'
import { aCampaign, aColor, aConnection, aContactList, aTag, aTicketQueue } from './builders.ts'

/** One of everything that a company can have, by the names its ids have in the API. */
export interface World {
  companyId: string
  whatsappId: string
  contactListId: string
  contactListItemId: string
  campaignId: string
  importId: string
  queueId: string
  tagId: string
}

/**
 * Stores a disconnected connection whose other number waits for an answer, a list with one contact and an import that ended, and a campaign that was
 * not started: nothing of it moves by itself.
 */
export async function aWorld(table: TenantTable): Promise<World> {
  const { companyId } = table
  const now = new Date().toISOString()
  const connection = aConnection({
    ...{ companyId, wanted: 'closed', status: 'DISCONNECTED', isDefault: false },
    ...{ statusReason: 'OTHER_NUMBER', knownNumber: '5511900000001', pendingNumber: '5511900000002' },
  })
  await putConnection(table, connection)
  const list = aContactList({ companyId })
  await putList(table, list)
  const contact = { name: 'Maria', number: '5511912345678', email: '', var1: '', var2: '', var3: '' }
  await reservePlaces(table, list.id, 1)
  await table.transact(
    additions({ listId: list.id, firstPlace: 0, contacts: [contact], holders: new Map(), now }),
  )
  const imported = { importId: newId(), contactListId: list.id, source: 'gone', removeDuplicates: true }
  await putImport(table, { ...imported, layout: null, consent: null, createdAt: now })
  await endImport(table, imported, { status: 'DONE', error: null }, now)
  const campaign = aCampaign({ companyId, whatsappId: connection.id, contactListId: list.id })
  await putCampaign(table, campaign)
  // Names and colours are a company's once, and a company may have many worlds.
  const unique = newId()
  const queue = aTicketQueue({ companyId, name: `Vendas ${unique}`, color: aColor() })
  await putTicketQueue(table, queue)
  const tag = aTag({ companyId, name: `Cliente ${unique}` })
  await putTag(table, tag)
  return {
    companyId,
    whatsappId: connection.id,
    contactListId: list.id,
    contactListItemId: itemId(list.id, 0),
    campaignId: campaign.id,
    importId: imported.importId,
    queueId: queue.id,
    tagId: tag.id,
  }
}

/** Ids that look like the real ones and that nobody has. */
export const unknownIds = (): World => {
  const contactListId = newId()
  return {
    companyId: newId(),
    whatsappId: newId(),
    contactListId,
    contactListItemId: itemId(contactListId, 0),
    campaignId: newId(),
    importId: newId(),
    queueId: newId(),
    tagId: newId(),
  }
}

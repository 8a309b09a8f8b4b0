import { putCampaign } from '@recado/shared/campaigns/store'
import { putConnection } from '@recado/shared/connections/store'
import { putBlock } from '@recado/shared/contact-blocks/store'
import { additions } from '@recado/shared/contact-lists/item-writes'
import { itemId, reservePlaces } from '@recado/shared/contact-lists/items'
import { putList } from '@recado/shared/contact-lists/store'
import { endErasure, putErasure } from '@recado/shared/data-subjects/store'
import { putExport } from '@recado/shared/exports/store'
import { keepGroup } from '@recado/shared/groups/lists'
import { groupIdOf } from '@recado/shared/groups/store'
import { newId } from '@recado/shared/ids'
import { endImport, putImport } from '@recado/shared/imports/store'
import type { TenantTable } from '@recado/shared/table/tenant'
import { putTag } from '@recado/shared/tags/store'
import { putTicketQueue } from '@recado/shared/ticket-queues/store'
import { putInvitation } from '@recado/shared/users/invitation-store'
import { putUser } from '@recado/shared/users/store'
import { aCampaign, aColor, aConnection, aContactList, aTag, aTicketQueue } from './builders.ts'

/** One of everything that a company can have, by the names its ids have in the API. */
export interface World {
  companyId: string
  userId: string
  invitationId: string
  whatsappId: string
  contactListId: string
  contactListItemId: string
  campaignId: string
  importId: string
  /** An import of blocked contacts, `importId` in their calls. */
  blockImportId: string
  contactBlockId: string
  groupId: string
  exportId: string
  queueId: string
  tagId: string
  /** An erasure that is over. */
  erasureId: string
  /** Of the platform: an id that nobody has, unless a test makes one of it. */
  announcementId: string
  /** The same of a plan, an instance and a help video. */
  planId: string
  instanceId: string
  helpId: string
}

/**
 * Stores a disconnected connection whose other number waits for an answer, a list with one contact and an import that ended, and a campaign that was
 * not started: nothing of it moves by itself.
 * @param mark stands in every name
 */
export async function aWorld(table: TenantTable, mark = ''): Promise<World> {
  const { companyId } = table
  const now = new Date().toISOString()
  const connection = aConnection({
    companyId,
    name: `Loja${mark}`,
    wanted: 'closed',
    status: 'DISCONNECTED',
    isDefault: false,
    statusReason: 'OTHER_NUMBER',
    knownNumber: '5511900000001',
    pendingNumber: '5511900000002',
  })
  await putConnection(table, connection)
  const list = aContactList({ companyId, name: `Clientes${mark}`, searchName: `clientes${mark}` })
  await putList(table, list)
  const contact = { name: `Maria${mark}`, number: '5511912345678', email: '', var1: '', var2: '', var3: '' }
  await reservePlaces(table, list.id, 1)
  await table.transact(
    additions({ listId: list.id, firstPlace: 0, contacts: [contact], holders: new Map(), now }),
  )
  const [imported, blockImport] = [await anEndedImport(table, list.id), await anEndedImport(table, null)]
  const contactBlockId = newId()
  const block = { id: contactBlockId, name: `Bloqueada${mark}`, origin: 'MANUAL' as const, evidence: null }
  await putBlock(table, { ...block, number: aNumber(), createdAt: now })
  const group = { connectionId: connection.id, groupId: '120363000000000001', subject: `Clientes VIP${mark}` }
  await keepGroup(table, { ...group, addressing: 'pn', members: [], updatedAt: now })
  const exportId = newId()
  const wanted = { kind: 'contact-list' as const, contactListId: list.id }
  await putExport(table, { exportId, wanted, status: 'RUNNING', createdAt: now })
  const campaign = aCampaign({
    companyId,
    name: `Promoção${mark}`,
    whatsappId: connection.id,
    contactListIds: [list.id],
  })
  await putCampaign(table, campaign)
  // Names and colours are a company's once, and a company may have many worlds.
  const unique = `${newId()}${mark}`
  const queue = aTicketQueue({ companyId, name: `Vendas ${unique}`, color: aColor() })
  await putTicketQueue(table, queue)
  const tag = aTag({ companyId, name: `Cliente ${unique}` })
  await putTag(table, tag)
  return {
    companyId,
    userId: await aColleague(table, mark),
    invitationId: await anInvitation(table),
    whatsappId: connection.id,
    contactListId: list.id,
    contactListItemId: itemId(list.id, 0),
    campaignId: campaign.id,
    importId: imported,
    blockImportId: blockImport,
    contactBlockId,
    groupId: groupIdOf(group),
    exportId,
    queueId: queue.id,
    tagId: tag.id,
    erasureId: await anErasure(table),
    announcementId: newId(),
    planId: newId(),
    instanceId: newId(),
    helpId: newId(),
  }
}

/** Somebody who is no admin and has no password yet. */
async function aColleague(table: TenantTable, mark: string): Promise<string> {
  const { companyId } = table
  const [id, createdAt] = [newId(), new Date().toISOString()]
  const email = `${id.toLowerCase()}@exemplo.test`
  const user = {
    id,
    companyId,
    email,
    name: `Colega${mark}`,
    profile: 'user' as const,
    super: false,
    createdAt,
  }
  await putUser(table, { ...user, passwordHash: null })
  return id
}

async function anInvitation(table: TenantTable): Promise<string> {
  const [id, now] = [newId(), Date.now()]
  const [createdAt, until] = [new Date(now).toISOString(), new Date(now + 3_600_000).toISOString()]
  await putInvitation(table, { id, email: null, profile: 'user', digest: id, createdAt, until })
  return id
}

async function anEndedImport(table: TenantTable, contactListId: string | null): Promise<string> {
  const createdAt = new Date().toISOString()
  const ref = { importId: newId(), contactListId }
  const start = { source: `${table.companyId}/uploads/NONE`, removeDuplicates: true, layout: null }
  await putImport(table, { ...ref, ...start, consent: null, createdAt })
  await endImport(table, ref, { status: 'DONE', error: null }, createdAt)
  return ref.importId
}

async function anErasure(table: TenantTable): Promise<string> {
  const now = Date.now()
  const erasure = await putErasure(table, { id: newId(), number: aNumber(), by: 'Maria' }, now)
  await endErasure(table, erasure, new Date(now).toISOString())
  return erasure.id
}

/** A mobile number that nothing else has. */
export const aNumber = () => `55119${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`

/** Ids that look like the real ones and that nobody has. */
export const unknownIds = (): World => {
  const contactListId = newId()
  return {
    companyId: newId(),
    userId: newId(),
    invitationId: newId(),
    whatsappId: newId(),
    contactListId,
    contactListItemId: itemId(contactListId, 0),
    campaignId: newId(),
    importId: newId(),
    blockImportId: newId(),
    contactBlockId: newId(),
    groupId: groupIdOf({ connectionId: newId(), groupId: '120363000000000009' }),
    exportId: newId(),
    queueId: newId(),
    tagId: newId(),
    erasureId: newId(),
    announcementId: newId(),
    planId: newId(),
    instanceId: newId(),
    helpId: newId(),
  }
}

import { hasPermission } from '@recado/shared/access'
import type { ContactBlock, ContactBlockInput } from '@recado/shared/contact-blocks/contact-block'
import {
  blockOf,
  countOfBlocks,
  countOfFound,
  deleteBlock,
  getBlock,
  pageOfBlocks,
  putBlock,
  type StoredBlock,
} from '@recado/shared/contact-blocks/store'
import { searchTerm } from '@recado/shared/contacts/searchable'
import { numberOfLid } from '@recado/shared/conversations/identity'
import { DomainError, notFound } from '@recado/shared/errors'
import type { PageQuery } from '@recado/shared/http/paging'
import { newId } from '@recado/shared/ids'
import { importsOf, isUnderWay } from '@recado/shared/imports/store'
import type { Actor } from '@recado/shared/sessions/session'
import { numberOfContact } from '../contacts/typed-number.ts'
import { ports, publish, tableOf } from '../context.ts'
import { pageOf } from '../http/pages.ts'

export async function page({ companyId }: Actor, query: PageQuery) {
  const table = tableOf(companyId)
  const text = searchTerm(query.searchParam ?? '')
  const { rows, ...end } = await pageOf<StoredBlock>([companyId, 'blocks', text], query, (before, limit) =>
    pageOfBlocks(table, { text, before, limit }),
  )
  const count = text ? await countOfFound(table, text) : await countOfBlocks(table)
  const contacts = await Promise.all(rows.map((row) => shown(companyId, row)))
  const running = (await importsOf(table, null)).findLast(isUnderWay)
  return { contacts, count, importId: running?.importId ?? null, ...end }
}

export async function get({ companyId }: Actor, id: string): Promise<ContactBlock> {
  return shown(companyId, await stored(companyId, id))
}

/** @throws DomainError ERR_DUPLICATED_CONTACT where the number is blocked already, ERR_WAPP_INVALID_CONTACT */
export async function create(
  { companyId }: Actor,
  { name, number }: ContactBlockInput,
): Promise<ContactBlock> {
  const block: StoredBlock = {
    id: newId(),
    name,
    number: await numberOfContact(number),
    origin: 'MANUAL',
    evidence: null,
    createdAt: new Date(ports.now()).toISOString(),
  }
  if (!(await putBlock(tableOf(companyId), block)))
    throw new DomainError('conflict', 'ERR_DUPLICATED_CONTACT', 'A contact with this number already exists.')
  const record = blockOf(block)
  await publish({ companyId, topic: 'contact-blocks', action: 'create', body: { record } })
  return record
}

/**
 * Lets a contact be written to again. An opt-out is the person's own: only an admin lifts it, and says why.
 * @throws DomainError ERR_NO_PERMISSION, ERR_REASON_REQUIRED
 */
export async function remove(
  { companyId, profile }: Actor,
  id: string,
  reason: string | undefined,
): Promise<undefined> {
  const block = await stored(companyId, id)
  if (block.origin === 'OPT_OUT') {
    if (!hasPermission(profile, 'drawer-admin-items:view'))
      throw new DomainError('forbidden', 'ERR_NO_PERMISSION', 'Only an admin lifts an opt-out')
    if (!reason)
      throw new DomainError('invalid', 'ERR_REASON_REQUIRED', 'Say why this opt-out is lifted', {
        details: [{ path: 'reason', code: 'required' }],
      })
  }
  if (!(await deleteBlock(tableOf(companyId), block))) throw noSuchContact()
  await publish({ companyId, topic: 'contact-blocks', action: 'delete', body: { id } })
}

async function stored(companyId: string, id: string): Promise<StoredBlock> {
  const found = await getBlock(tableOf(companyId), id)
  if (!found) throw noSuchContact()
  return found
}

const noSuchContact = () => notFound('ERR_NO_CONTACT_FOUND')

/** The number of somebody who was blocked by WhatsApp's own id may have been learned since. */
async function shown(companyId: string, block: StoredBlock): Promise<ContactBlock> {
  const { lid } = block
  const learned = block.number === '' && lid ? await numberOfLid(tableOf(companyId), lid) : undefined
  return blockOf({ ...block, number: learned ?? block.number })
}

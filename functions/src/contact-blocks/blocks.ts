import { hasPermission } from '@recado/shared/access'
import type {
  ContactBlock,
  ContactBlockInput,
  EndedOptOut,
} from '@recado/shared/contact-blocks/contact-block'
import { endOptOut } from '@recado/shared/contact-blocks/ended-opt-outs'
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
import { DomainError, notFound } from '@recado/shared/errors/errors'
import type { PageQuery } from '@recado/shared/http/paging'
import { newId } from '@recado/shared/ids'
import { importsOf, isUnderWay } from '@recado/shared/imports/store'
import { numberOfLid } from '@recado/shared/phone-numbers/lids'
import { searchTerm } from '@recado/shared/searchable'
import type { Actor } from '@recado/shared/sessions/session'
import { AGAIN, retrying } from '@recado/shared/table/retrying'
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
  const contacts = await Promise.all(rows.map((row) => withLearnedNumber(companyId, row)))
  const running = (await importsOf(table, null)).findLast(isUnderWay)
  return { contacts, count, importId: running?.importId ?? null, ...end }
}

export async function get({ companyId }: Actor, id: string): Promise<ContactBlock> {
  return withLearnedNumber(companyId, await requireBlock(companyId, id))
}

/** @throws DomainError ERR_DUPLICATED_CONTACT for a blocked number, ERR_WAPP_INVALID_CONTACT */
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
 * Lifts a block. An opt-out is the person's own choice: only an admin lifts it, with a reason, which is kept beside it.
 * @throws DomainError ERR_NO_PERMISSION, ERR_REASON_REQUIRED
 */
export async function remove(actor: Actor, id: string, reason: string | undefined): Promise<undefined> {
  const { companyId } = actor
  const table = tableOf(companyId)
  const read = () => requireBlock(companyId, id)
  // The person may opt out at this moment.
  await retrying(table, read, async (block) => {
    const isLifted =
      block.origin === 'OPT_OUT'
        ? await endOptOut(table, block, endBy(actor, reason))
        : await deleteBlock(table, block)
    return isLifted ? undefined : AGAIN
  })
  await publish({ companyId, topic: 'contact-blocks', action: 'delete', body: { id } })
}

function endBy({ profile, name }: Actor, reason: string | undefined): EndedOptOut['end'] {
  if (!hasPermission(profile, 'drawer-admin-items:view'))
    throw new DomainError('forbidden', 'ERR_NO_PERMISSION', 'Only an admin lifts an opt-out')
  if (!reason)
    throw new DomainError('invalid', 'ERR_REASON_REQUIRED', 'Say why this opt-out is lifted', {
      details: [{ path: 'reason', code: 'required' }],
    })
  return { by: 'ADMIN', at: new Date(ports.now()).toISOString(), name, reason }
}

async function requireBlock(companyId: string, id: string): Promise<StoredBlock> {
  const found = await getBlock(tableOf(companyId), id)
  if (!found) throw noSuchContact()
  return found
}

const noSuchContact = () => notFound('ERR_NO_CONTACT_FOUND')

/** Adds the number of a person blocked by LID, if it was learned since. */
async function withLearnedNumber(companyId: string, block: StoredBlock): Promise<ContactBlock> {
  const { lid } = block
  const learned = block.number === '' && lid ? await numberOfLid(tableOf(companyId), lid) : undefined
  return blockOf({ ...block, number: learned ?? block.number })
}

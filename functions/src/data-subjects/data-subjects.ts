import type { Erasure } from '@recado/shared/data-subjects/erasure'
import type { NamedSubject } from '@recado/shared/data-subjects/routes'
import {
  getErasure,
  liftErasure,
  pageOfErasures,
  putErasure,
  type StoredErasure,
  shownErasures,
} from '@recado/shared/data-subjects/store'
import { DomainError, notFound } from '@recado/shared/errors/errors'
import type { ExportBegun } from '@recado/shared/http/contract'
import type { PageQuery } from '@recado/shared/http/paging'
import { newId } from '@recado/shared/ids'
import { canonicalKey } from '@recado/shared/phone-numbers/canonical-key'
import { numberOfLid } from '@recado/shared/phone-numbers/lids'
import type { Actor } from '@recado/shared/sessions/session'
import { numberOfContact } from '../contacts/typed-number.ts'
import { ports, tableOf } from '../context.ts'
import { begin } from '../exports/exports.ts'
import type { Exchange } from '../http/exchange.ts'
import { pageOf } from '../http/pages.ts'
import { publishErasure, shownErasure } from './shown-erasure.ts'

/** @throws DomainError ERR_WAPP_INVALID_CONTACT */
export const exported = async (actor: Actor, subject: NamedSubject): Promise<ExportBegun> =>
  begin(actor, { kind: 'data-subject', ...(await identityOf(actor, subject)) })

/** @throws DomainError ERR_WAPP_INVALID_CONTACT */
export async function erased(
  actor: Actor,
  subject: NamedSubject,
  exchange: Pick<Exchange, 'targetName'>,
): Promise<Erasure> {
  const { companyId, name } = actor
  const id = newId()
  const who = { id, by: name, ...(await identityOf(actor, subject)) }
  const begun = await putErasure(tableOf(companyId), who, ports.now())
  exchange.targetName = begun.lastDigits
  await ports.queues.send('cleanup', { companyId, kind: 'data-subject', id })
  return shownErasure(companyId, begun)
}

export async function erasures({ companyId }: Actor, query: PageQuery) {
  const table = tableOf(companyId)
  const { rows, ...end } = await pageOf<StoredErasure>([companyId, 'erasures'], query, (before, limit) =>
    pageOfErasures(table, { before, limit }),
  )
  return { erasures: await shownErasures(table, rows, ports.now()), ...end }
}

/** @throws DomainError ERR_NO_ERASURE_FOUND, ERR_ERASURE_RUNNING */
export async function lift(
  { companyId, name }: Actor,
  erasureId: string,
  exchange: Pick<Exchange, 'targetName'>,
): Promise<undefined> {
  const table = tableOf(companyId)
  const found = await getErasure(table, erasureId)
  if (!found) throw notFound('ERR_NO_ERASURE_FOUND')
  if (found.number !== undefined)
    throw new DomainError('conflict', 'ERR_ERASURE_RUNNING', 'The erasure is not over yet')
  exchange.targetName = found.lastDigits
  const at = new Date(ports.now()).toISOString()
  await publishErasure(companyId, await liftErasure(table, found, { at, by: name }))
}

/** The person's canonical number; '' and the LID while no number is known. */
async function identityOf(
  { companyId }: Actor,
  { number, lid }: NamedSubject,
): Promise<{ number: string; lid?: string }> {
  if (number !== undefined) return { number: canonicalKey(await numberOfContact(number)) }
  const known = lid && (await numberOfLid(tableOf(companyId), lid))
  if (known) return { number: canonicalKey(known) }
  return { number: '', ...(lid && { lid }) }
}

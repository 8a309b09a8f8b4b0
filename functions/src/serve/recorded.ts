import type { Deed } from '@recado/shared/audit/audit'
import { recordCreated, recordDeed, recordRefusal } from '@recado/shared/audit/store'
import { deletionKey } from '@recado/shared/companies/register/deletion-key'
import { getCompany } from '@recado/shared/companies/store'
import { DomainError } from '@recado/shared/errors/errors'
import { pathParamsOf, type Route } from '@recado/shared/http/contract'
import { isCompanyId } from '@recado/shared/table/tenant'
import { log, platform, ports, tableOf } from '../context.ts'
import type { Exchange } from '../http/exchange.ts'
import type { DomainCall } from '../http/record-reader.ts'

/** A call before it is carried out. */
interface Call extends DomainCall {
  /** `campaigns.startCampaign` */
  action: string
  input: object
  exchange: Exchange
}

/**
 * Carries out a call with an audit entry. The entry is written before, so no change goes unrecorded. Afterwards it gets
 * the code of a refusal, or the id of a created record.
 */
export async function recorded<T>(call: Call, carryOut: () => Promise<T>): Promise<T> {
  const deed = await deedOf(call)
  const entries = [await entryOf(call.actor.companyId, deed)]
  const other = await otherCompanyOf(call)
  // The other company's trail shows the operator as support.
  if (other) entries.push(await entryOf(other, { ...deed, who: { ...deed.who, support: true } }))
  try {
    const answer = await carryOut()
    const created = createdBy(call.route, answer)
    if (created !== null) for (const entry of entries) await noteCreated(entry, created)
    return answer
  } catch (error) {
    for (const entry of entries) await noteRefusal(entry, error)
    throw error
  }
}

/** The id of the record that a call has created; null for other calls, and for a part of a record. */
const createdBy = ({ path, status }: Route, answer: unknown): string | null =>
  status === 201 && pathParamsOf(path).length === 0 && answer instanceof Object && 'id' in answer
    ? textOf(answer.id)
    : null

interface Entry {
  companyId: string
  id: string
}

const entryOf = async (companyId: string, deed: Deed): Promise<Entry> => ({
  companyId,
  id: await recordDeed(tableOf(companyId), deed, ports.now()),
})

/**
 * The company of an operator's call, if it is not the one they work in. The call is also recorded in that company's
 * trail. Undefined if the company does not exist, or is being deleted with its trail.
 */
async function otherCompanyOf({ input, actor }: Call): Promise<string | undefined> {
  const companyId = 'companyId' in input ? input.companyId : undefined
  if (!actor.super || typeof companyId !== 'string' || companyId === actor.companyId) return undefined
  if (!isCompanyId(companyId)) return undefined
  const [company, deletion] = await Promise.all([
    getCompany(tableOf(companyId)),
    platform.get(deletionKey(companyId)),
  ])
  return company && !deletion ? companyId : undefined
}

const noteCreated = ({ companyId, id }: Entry, target: string): Promise<unknown> =>
  recordCreated(tableOf(companyId), id, target).catch((failure: unknown) =>
    log.error('created record not recorded', { id, target, error: String(failure) }),
  )

async function noteRefusal({ companyId, id }: Entry, error: unknown): Promise<void> {
  const code = error instanceof DomainError ? error.code : 'ERR_INTERNAL'
  await recordRefusal(tableOf(companyId), id, code).catch((failure: unknown) =>
    log.error('refusal not recorded', { id, code, error: String(failure) }),
  )
}

async function deedOf(call: Call): Promise<Deed> {
  const { route, action, input, actor, exchange } = call
  const params = pathParamsOf(route.path)
  const given = new Map<string, unknown>(Object.entries(input))
  return {
    who: { id: actor.userId, name: actor.name, support: actor.support !== null },
    action,
    target: textOf(given.get(params.at(-1) ?? '')),
    targetName: await nameIn(call, given),
    fields: [...given.keys()].filter((field) => !params.includes(field) && given.get(field) !== undefined),
    reason: textOf(given.get('reason')),
    from: exchange.from,
  }
}

/** The name that the call gives its record, else the one that the record has; never a person's of the lists. */
async function nameIn(call: Call, given: Map<string, unknown>): Promise<string | null> {
  if (call.route.namesPerson) return null
  const name = textOf(given.get('name') ?? given.get('title'))
  const reading = readingOf(call)
  if (name !== null || !reading) return name
  const { targetName } = await import('./target-name.ts')
  return targetName(call, reading)
}

/** The call that reads the record: `/campaigns/{campaignId}` for `/campaigns/{campaignId}/start`. */
const readingOf = ({ routes, route: { path } }: DomainCall) =>
  Object.values(routes).find((other) => other.namedBy && other.path === path.replace(AFTER_LAST_PARAM, ''))

const AFTER_LAST_PARAM = /[^}]*$/

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

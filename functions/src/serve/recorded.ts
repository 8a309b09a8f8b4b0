import type { Deed } from '@recado/shared/audit/audit'
import { recordDeed, recordRefusal, recordResult } from '@recado/shared/audit/store'
import { actionOf } from '@recado/shared/audit/switches'
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
 * the code of a refusal, the id of a created record, or a name that only the handler knows.
 */
export async function recorded<T>(call: Call, carryOut: () => Promise<T>): Promise<T> {
  const deed = await deedOf(call)
  const entries = [await entryOf(call.actor.companyId, deed)]
  const other = await otherCompanyOf(call)
  // The other company's trail shows the operator as support.
  if (other) entries.push(await entryOf(other, { ...deed, who: { ...deed.who, support: true } }))
  try {
    const answer = await carryOut()
    const result = resultOf(call, answer)
    if (Object.keys(result).length > 0) for (const entry of entries) await noteResult(entry, result)
    return answer
  } catch (error) {
    for (const entry of entries) await noteRefusal(entry, error)
    throw error
  }
}

type Result = Parameters<typeof recordResult>[2]

function resultOf({ route, exchange }: Call, answer: unknown): Result {
  const target = createdBy(route, answer)
  const targetName = exchange.targetName
  return { ...(target !== null && { target }), ...(targetName !== undefined && { targetName }) }
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

const noteResult = ({ companyId, id }: Entry, result: Result): Promise<unknown> =>
  recordResult(tableOf(companyId), id, result).catch((failure: unknown) =>
    log.error('result not recorded', { id, target: result.target, error: String(failure) }),
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
  const sent = [...given.keys()].filter((field) => !params.includes(field) && given.get(field) !== undefined)
  return {
    who: { id: actor.userId, name: actor.name, support: actor.support !== null },
    action: actionOf(action, given),
    target: textOf(given.get(params.at(-1) ?? '')),
    ...(await aboutRecord(call, given, sent)),
    reason: textOf(given.get('reason')),
    from: exchange.from,
  }
}

/**
 * The record's name: the one in the call, else the stored one. Names of people on the lists are never recorded. With it the
 * sent fields. A call that sends a whole record counts only the fields that it changes.
 */
async function aboutRecord(
  call: Call,
  given: Map<string, unknown>,
  sent: string[],
): Promise<Pick<Deed, 'targetName' | 'fields'>> {
  const { namesPerson, method, asksForChange } = call.route
  if (namesPerson) return { targetName: null, fields: sent }
  const name = textOf(given.get('name') ?? given.get('title'))
  const sendsRecord = method === 'PUT' && !asksForChange
  const reading = name === null || sendsRecord ? readingOf(call) : undefined
  if (!reading?.namedBy) return { targetName: name, fields: sent }
  const { recordBefore, isChange } = await import('./record-before.ts')
  const record = await recordBefore(call, reading)
  const isKnown = sendsRecord && record.size > 0
  return {
    targetName: name ?? textOf(record.get(reading.namedBy)),
    fields: isKnown ? sent.filter((field) => isChange(record, field, given.get(field))) : sent,
  }
}

/** The call that reads the record: `/campaigns/{campaignId}` for `/campaigns/{campaignId}/start`. */
const readingOf = ({ routes, route: { path } }: DomainCall) =>
  Object.values(routes).find((other) => other.namedBy && other.path === path.replace(AFTER_LAST_PARAM, ''))

const AFTER_LAST_PARAM = /[^}]*$/

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

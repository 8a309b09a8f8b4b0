import type { Deed } from '@recado/shared/audit/audit'
import { recordDeed, recordRefusal } from '@recado/shared/audit/store'
import { deletionKey } from '@recado/shared/companies/register/deletion-key'
import { getCompany } from '@recado/shared/companies/store'
import { DomainError } from '@recado/shared/errors/errors'
import { pathParamsOf, type Route } from '@recado/shared/http/contract'
import type { Actor } from '@recado/shared/sessions/session'
import { isCompanyId } from '@recado/shared/table/tenant'
import { log, platform, ports, tableOf } from '../context.ts'
import type { Exchange } from '../http/exchange.ts'

/** A call before it is carried out. */
interface Call {
  route: Route
  /** `campaigns.startCampaign` */
  action: string
  input: object
  actor: Actor
  exchange: Exchange
}

/**
 * Carries out a call with an audit entry. The entry is written before, so no change goes unrecorded. A refusal
 * closes it.
 */
export async function recorded<T>(call: Call, carryOut: () => Promise<T>): Promise<T> {
  const deed = deedOf(call)
  const entries = [await entryOf(call.actor.companyId, deed)]
  const other = await otherCompanyOf(call)
  // The other company's trail shows the operator as support.
  if (other) entries.push(await entryOf(other, { ...deed, who: { ...deed.who, support: true } }))
  try {
    return await carryOut()
  } catch (error) {
    for (const entry of entries) await noteRefusal(entry, error)
    throw error
  }
}

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

async function noteRefusal({ companyId, id }: Entry, error: unknown): Promise<void> {
  const code = error instanceof DomainError ? error.code : 'ERR_INTERNAL'
  await recordRefusal(tableOf(companyId), id, code).catch((failure: unknown) =>
    log.error('refusal not recorded', { id, code, error: String(failure) }),
  )
}

function deedOf({ route, action, input, actor, exchange }: Call): Deed {
  const params = pathParamsOf(route.path)
  const given = new Map<string, unknown>(Object.entries(input))
  return {
    who: { id: actor.userId, name: actor.name, support: actor.support !== null },
    action,
    target: textOf(given.get(params.at(-1) ?? '')),
    targetName: route.namesPerson ? null : textOf(given.get('name') ?? given.get('title')),
    fields: [...given.keys()].filter((field) => !params.includes(field) && given.get(field) !== undefined),
    reason: textOf(given.get('reason')),
    from: exchange.from,
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

import type { Deed } from '@recado/shared/audit/audit'
import { recordDeed, recordRefusal } from '@recado/shared/audit/store'
import { DomainError } from '@recado/shared/errors'
import { pathParamsOf, type Route } from '@recado/shared/http/contract'
import type { Actor } from '@recado/shared/sessions/session'
import { log, ports, tableOf } from '../context.ts'
import type { Exchange } from '../http/exchange.ts'

/** A call as it is about to be carried out. */
interface Call {
  route: Route
  /** `campaigns.startCampaign` */
  action: string
  input: object
  actor: Actor
  exchange: Exchange
}

/** Carries out a call with its trace: written before, so that nothing is done without one, and closed where it is refused. */
export async function recorded<T>(call: Call, carryOut: () => Promise<T>): Promise<T> {
  const { companyId } = call.actor
  const id = await recordDeed(tableOf(companyId), deedOf(call), ports.now())
  try {
    return await carryOut()
  } catch (error) {
    await noteRefusal(companyId, id, error)
    throw error
  }
}

async function noteRefusal(companyId: string, id: string, error: unknown): Promise<void> {
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

import { api, type Domain } from '@recado/shared/api/routes'
import { isRecorded, type Route, ratesOf } from '@recado/shared/http/contract'
import { type Grants, routeGrants } from './grants.ts'

/** Grants of a domain's Lambda: the sum of all of its routes' grants. */
export function grantsOf(domain: Domain): Grants {
  const implied = Object.values<Route>(api[domain]).map(impliedBy)
  return union([...implied, ...Object.values<Grants>(routeGrants[domain])])
}

/**
 * Grants that `serve` itself needs for a route: it identifies the caller, counts and records calls, and stores
 * answers by their key.
 */
function impliedBy(route: Route): Grants {
  if (route.access === 'public') return {}
  const writes = route.idempotent || ratesOf(route).length > 0 || isRecorded(route)
  return { table: writes ? 'write' : 'read', secrets: ['verifying-keys'] }
}

function union(all: readonly Grants[]): Grants {
  const every = <T>(pick: (grants: Grants) => readonly T[] | undefined): T[] => [
    ...new Set(all.flatMap((one) => pick(one) ?? [])),
  ]
  const table = all.some((one) => one.table === 'write') ? 'write' : all.find((one) => one.table)?.table
  return {
    ...(table && { table }),
    ...(all.some((one) => one.commands === 'send') && { commands: 'send' }),
    files: every((one) => one.files),
    send: every((one) => one.send),
    secrets: every((one) => one.secrets),
  }
}

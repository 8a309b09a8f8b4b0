import { api, type Domain } from '@recado/shared/api/routes'
import { isRecorded, type Route, ratesOf } from '@recado/shared/http/contract'
import { type Grants, routeGrants } from './grants.ts'
import { sharedRowGrants } from './shared-row-grants.ts'

/** Routes for operators only: one transaction changes a company's rows and the platform's register. */
const ACROSS_COMPANIES: ReadonlySet<Domain> = new Set(['companies'])

/** Whether the function of this domain reaches the rows of all companies, instead of one at a time. */
export const isAcrossCompanies = (domain: Domain): boolean => ACROSS_COMPANIES.has(domain)

/** Grants of a domain's Lambda: the sum of all of its routes' grants. */
export function grantsOf(domain: Domain): Grants {
  const implied = Object.values<Route>(api[domain]).map(impliedBy)
  const grants = union([...implied, ...Object.values<Grants>(routeGrants[domain])])
  return { ...grants, shared: { ...grants.shared, ...sharedRowGrants[domain] } }
}

/**
 * Grants that `serve` itself needs for a route: it identifies the caller, counts and records calls, and stores
 * answers by their key.
 */
function impliedBy(route: Route): Grants {
  if (route.access === 'public') return {}
  const writes = route.idempotent || ratesOf(route).length > 0 || isRecorded(route)
  return {
    table: writes ? 'write' : 'read',
    // An operator's call is also recorded in the company that it names, unless that company is being deleted.
    ...(isRecorded(route) && { shared: { deletions: 'read' } }),
    secrets: ['verifying-keys'],
  }
}

function union(all: readonly Grants[]): Grants {
  const every = <T>(pick: (grants: Grants) => readonly T[] | undefined): T[] => [
    ...new Set(all.flatMap((one) => pick(one) ?? [])),
  ]
  const table = all.some((one) => one.table === 'write') ? 'write' : all.find((one) => one.table)?.table
  const platformFiles = every((one) => one.platformFiles)
  return {
    ...(table && { table }),
    ...(all.some((one) => one.commands === 'send') && { commands: 'send' }),
    files: every((one) => one.files),
    ...(platformFiles.length > 0 && { platformFiles }),
    shared: Object.assign({}, ...all.map((one) => one.shared ?? {})),
    send: every((one) => one.send),
    secrets: every((one) => one.secrets),
  }
}

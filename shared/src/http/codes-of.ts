import type { ErrorCode } from '../errors/error-codes.ts'
import { pathParamsOf, type Route, ratesOf } from './contract.ts'

/** Every error code of a route: those that follow from its fields, and its own. */
export const codesOf = (route: Route): ErrorCode[] => [...generalCodesOf(route), ...(route.errors ?? [])]

/** The codes that follow from a route's fields. */
export const generalCodesOf = (route: Route): ErrorCode[] =>
  GENERAL.flatMap(([applies, codes]) => (applies(route) ? codes : []))

const needsSession = ({ access }: Route): boolean => access !== 'public'

const needsPermission = ({ access }: Route): boolean => access !== 'public' && Object.keys(access).length > 0

const takesInput = ({ path, query, body }: Route): boolean =>
  pathParamsOf(path).length > 0 || query !== undefined || body !== undefined

/** A company's id in the input must be the caller's own. Operators may name another company. */
function namesOwnCompany({ access, path, query, body }: Route): boolean {
  if (access === 'public' || access.operator) return false
  const inBody = body && 'shape' in body ? Object(body.shape) : {}
  return pathParamsOf(path).includes('companyId') || 'companyId' in { ...query?.shape, ...inBody }
}

/** Access for support may be for reading only. */
const changesData = (route: Route): boolean =>
  needsSession(route) && route.method !== 'GET' && !route.readOnly

const GENERAL: readonly [applies: (route: Route) => boolean, codes: readonly ErrorCode[]][] = [
  [() => true, ['ERR_ORIGIN', 'ERR_INTERNAL']],
  [takesInput, ['ERR_VALIDATION']],
  [({ body }) => body !== undefined, ['ERR_BODY_TOO_LARGE', 'ERR_CONTENT_TYPE']],
  [({ file }) => file !== undefined, ['ERR_UPLOAD_TOO_LARGE']],
  [
    needsSession,
    ['ERR_SESSION_EXPIRED', 'ERR_SESSION_REPLACED', 'ERR_COMPANY_UPDATED', 'ERR_COMPANY_CHANGED'],
  ],
  [needsPermission, ['ERR_NO_PERMISSION']],
  [namesOwnCompany, ['ERR_NO_COMPANY_FOUND']],
  [changesData, ['ERR_SUPPORT_READ_ONLY']],
  [(route) => changesData(route) && route.ofAccounts === true, ['ERR_SUPPORT_NO_USERS']],
  [({ method }) => method !== 'GET', ['ERR_BUSY']],
  [({ sends }) => sends === true, ['ERR_COMPANY_OVERDUE']],
  [(route) => ratesOf(route).length > 0, ['ERR_TOO_MANY_REQUESTS']],
  [
    (route) => needsSession(route) && route.idempotent !== undefined,
    ['ERR_IDEMPOTENCY_KEY_REUSED', 'ERR_IN_PROGRESS'],
  ],
]

/**
 * Actions for calls that switch something on or off, by the field that decides. An entry holds no values, so that its action
 * says the direction.
 */
export const SWITCHES: Readonly<Record<string, { field: string; on: string; off: string }>> = {
  'companies.setCompanyStatus': {
    field: 'status',
    on: 'companies.activated',
    off: 'companies.deactivated',
  },
  'companies.archiveCompany': {
    field: 'archived',
    on: 'companies.archived',
    off: 'companies.restored',
  },
}

/** The action of a call's entry. @param call the call's domain and name */
export function actionOf(call: string, given: ReadonlyMap<string, unknown>): string {
  const found = SWITCHES[call]
  if (!found) return call
  return given.get(found.field) === true ? found.on : found.off
}

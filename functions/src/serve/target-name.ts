import type { Route } from '@recado/shared/http/contract'
import { type DomainCall, readRecord } from '../http/record-reader.ts'

/** The name of the record that a call is about, as it was before the call. @param reading the call that reads it */
export async function targetName(
  call: DomainCall,
  { path, namedBy = 'name' }: Route,
): Promise<string | null> {
  const { recordIn: _, ...route } = call.route
  const found = await readRecord({ ...call, route: { ...route, path } }, {})
  const name = new Map<string, unknown>(Object.entries(found ?? {})).get(namedBy)
  return typeof name === 'string' ? name : null
}

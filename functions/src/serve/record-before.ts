import { isDeepStrictEqual } from 'node:util'
import type { Route } from '@recado/shared/http/contract'
import { type DomainCall, readRecord } from '../http/record-reader.ts'

/** The record that a call is about, as it was before the call. */
export type RecordBefore = ReadonlyMap<string, unknown>

/** @param reading the call that reads the record @returns an empty record if the caller cannot read it */
export async function recordBefore(
  call: DomainCall & { input: object },
  { path }: Route,
): Promise<RecordBefore> {
  const { recordIn: _, ...route } = call.route
  const found = await readRecord({ ...call, route: { ...route, path } }, call.input)
  return new Map(Object.entries(found ?? {}))
}

/** Whether a sent value changes the record. A field that the record does not show counts as changed. */
export function isChange(record: RecordBefore, field: string, value: unknown): boolean {
  const sent: unknown = JSON.parse(JSON.stringify(value ?? null))
  return !isDeepStrictEqual(sent, record.get(field) ?? null)
}

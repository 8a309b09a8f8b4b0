import type { Key, PlainAll, PlainChange, PlainWhen, PlainWrite, Query, Value } from './table.ts'

/** DynamoDB takes this many writes in one transaction. */
const TRANSACTION_MAX = 100
const KEY_ATTRIBUTES = ['pk', 'sk']

/** Throws for writes that DynamoDB refuses whatever the table holds: the caller has a bug. @throws Error */
export function refuseWrites(writes: readonly PlainWrite[]): void {
  if (writes.length === 0 || writes.length > TRANSACTION_MAX)
    throw refused('an empty transaction or one of more than 100 writes')
  refuseRepeated(writes.map(keyOf))
  for (const write of writes) {
    refuseEmptyKey(keyOf(write))
    if (write.when) refuseEmptyCondition(write.when)
    if ('update' in write) refuseChange(write.change)
  }
}

/** Each write of a batch or transaction must be to another row. @throws Error */
export function refuseRepeated(keys: readonly Key[]): void {
  if (new Set(keys.map(({ pk, sk }) => JSON.stringify([pk, sk]))).size < keys.length)
    throw refused('two writes to one row')
}

/** @throws Error */
export function refuseEmptyKey({ pk, sk }: Key): void {
  if (pk === '' || sk === '') throw refused('an empty key')
}

/** @throws Error */
export function refuseQuery({ prefix, upTo, limit, filter }: Query<object>): void {
  if (prefix !== undefined && upTo !== undefined) throw refused('two ranges of the sort key')
  if (limit !== undefined && limit < 1) throw refused('a limit below 1')
  if (!filter) return
  refuseEmptyCondition(filter)
  if (Object.keys(filter).some((name) => KEY_ATTRIBUTES.includes(name))) throw refused('a filter of the key')
}

/** @throws Error if the attribute exists and is not a number */
export function refuseAddition(value: Value | undefined): void {
  if (value !== undefined && typeof value !== 'number')
    throw refused('an addition to an attribute that is not a number')
}

/** The key of the row that a write changes. */
export const keyOf = (write: PlainWrite): Key =>
  'put' in write
    ? write.put
    : 'update' in write
      ? write.update
      : 'delete' in write
        ? write.delete
        : write.check

function refuseChange({ set = {}, add = {}, remove = [] }: PlainChange): void {
  const assigned = Object.keys(set).filter((name) => set[name] !== undefined)
  const names = [...assigned, ...Object.keys(add), ...remove]
  if (names.length === 0) throw refused('a change of nothing')
  if (new Set(names).size < names.length) throw refused('two changes of one attribute')
  if (names.some((name) => KEY_ATTRIBUTES.includes(name))) throw refused('a change of the key')
}

function refuseEmptyCondition(when: PlainWhen): void {
  const alternatives: readonly PlainAll[] = Array.isArray(when) ? when : [when]
  const tests = alternatives.map((all) => Object.values(all))
  if (tests.length === 0 || tests.some((all) => all.length === 0)) throw refused('an empty condition')
  if (tests.flat().some((test) => typeof test === 'object' && 'in' in test && test.in.length === 0))
    throw refused('a choice of nothing')
}

const refused = (what: string) => new Error(`DynamoDB refuses ${what}`)

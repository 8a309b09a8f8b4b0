import {
  type All,
  type Change,
  ConditionFailed,
  checkRow,
  deleteRow,
  type Key,
  type NewRow,
  partition,
  putRow,
  type Query,
  type Table,
  type Test,
  updateRow,
  type Value,
  type When,
  type Write,
} from '@recado/shared/table/table'
import * as fc from 'fast-check'
import type { LooseRow } from './loose-rows.ts'
import { isShared } from './outside.ts'

/**
 * An operation on a table. Some are refused, because of the table's rows or because they name a row twice.
 * Malformed ones are left out: the emulator checks a transaction write by write, and DynamoDB checks all of it
 * first.
 */
export type Operation =
  | { kind: 'put'; row: NewRow<LooseRow>; when: When<LooseRow> | undefined }
  | { kind: 'update'; key: Key<LooseRow>; change: Change<LooseRow>; when: When<LooseRow> | undefined }
  | { kind: 'delete'; key: Key<LooseRow>; when: When<LooseRow> | undefined }
  | { kind: 'transact'; writes: Write[] }
  | { kind: 'putMany'; rows: NewRow<LooseRow>[] }
  | { kind: 'deleteMany'; keys: Key<LooseRow>[] }
  | { kind: 'get'; key: Key<LooseRow> }
  | { kind: 'getMany'; keys: Key<LooseRow>[] }
  | { kind: 'query'; query: Query<LooseRow> }

/**
 * Result of an operation: its answer, the rows of a failed condition, or a refusal of any kind. If a transaction
 * has several reasons for a refusal, Amazon's emulator reports another one first (see test/conformance).
 */
export async function outcomeOf(table: Table, operation: Operation): Promise<unknown> {
  try {
    return { answer: await perform(table, operation) }
  } catch (error) {
    return error instanceof ConditionFailed && !(isShared && operation.kind === 'transact')
      ? { failures: error.failures }
      : { refused: true }
  }
}

async function perform(table: Table, operation: Operation): Promise<unknown> {
  switch (operation.kind) {
    case 'put':
      return table.put(operation.row, operation.when)
    case 'update':
      return table.update(operation.key, operation.change, operation.when)
    case 'delete':
      return table.delete(operation.key, operation.when)
    case 'transact':
      return table.transact(operation.writes)
    case 'putMany':
      return table.putMany(operation.rows)
    case 'deleteMany':
      return table.deleteMany(operation.keys)
    case 'get':
      return table.get(operation.key)
    case 'getMany':
      return (await table.getMany(operation.keys)).sort((a, b) =>
        `${a.pk} ${a.sk}` < `${b.pk} ${b.sk}` ? -1 : 1,
      )
    case 'query':
      return pageOf(table, operation.query)
  }
}

/** If a page ends exactly at the end of its range, DynamoDB may or may not announce another page. */
async function pageOf(table: Table, query: Query<LooseRow>): Promise<unknown> {
  const { rows, after } = await table.query(query)
  const isEnd = after === undefined || (after === query.upTo && !query.descending)
  return isEnd ? { rows } : { rows, after }
}

// Few keys and values, so that operations collide.
const pk = fc.constantFrom(partition<LooseRow>('p'), partition<LooseRow>('q'))
const key: fc.Arbitrary<Key<LooseRow>> = fc.record({
  pk,
  sk: fc.constantFrom('a', 'a#1', 'a#2', 'b', 'é'),
})
const attribute = fc.constantFrom('n', 'm', 'text', 'status', 'any', 'flag')
const number = fc.integer({ min: -3, max: 3 })
const text = fc.constantFrom('', 'a', 'ab', 'é', '\uFFEE', '\u{1F600}', '1')
const scalar = fc.oneof(number, text, fc.boolean())
const value: fc.Arbitrary<Value> = fc.oneof(
  { weight: 6, arbitrary: scalar },
  fc.constant(null),
  fc.array(scalar, { maxLength: 2 }),
  fc.record({ x: scalar, y: fc.option(scalar, { nil: undefined }) }),
)
const attributes = fc.dictionary(attribute, fc.option(value, { nil: undefined }), { maxKeys: 4 })
const row: fc.Arbitrary<NewRow<LooseRow>> = fc
  .tuple(attributes, key)
  .map(([given, at]) => ({ ...given, ...at }))

const oneTest: fc.Arbitrary<Test> = fc.oneof(
  scalar,
  fc.record({ exists: fc.boolean() }),
  fc.record({ in: fc.array(scalar, { minLength: 1, maxLength: 3 }) }),
  fc.record({ below: fc.oneof(number, text) }),
  fc.record({ atLeast: fc.oneof(number, text) }),
  fc.record({ contains: text }),
)
const all: fc.Arbitrary<All<LooseRow>> = fc.dictionary(
  fc.oneof({ weight: 5, arbitrary: attribute }, fc.constant('sk')),
  oneTest,
  { minKeys: 1, maxKeys: 2 },
)
const filter: fc.Arbitrary<All<LooseRow>> = fc.dictionary(attribute, oneTest, { minKeys: 1, maxKeys: 2 })
const when: fc.Arbitrary<When<LooseRow>> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom({ pk: { exists: true } }, { pk: { exists: false } }) },
  { weight: 3, arbitrary: all },
  fc.array(all, { minLength: 1, maxLength: 2 }),
)
const sometimes = fc.option(when, { nil: undefined })
const change: fc.Arbitrary<Change<LooseRow>> = fc
  .record(
    {
      set: fc.dictionary(fc.constantFrom('n', 'text', 'status'), value, { minKeys: 1, maxKeys: 2 }),
      add: fc.dictionary(fc.constantFrom('m', 'any'), number, { minKeys: 1, maxKeys: 2 }),
      remove: fc.constantFrom(['never'], ['list', 'flag']),
    },
    { requiredKeys: [] },
  )
  .filter((given) => Object.keys(given).length > 0)
const write: fc.Arbitrary<Write> = fc.oneof(
  fc.tuple(row, sometimes).map(([put, given]) => putRow(put, given)),
  fc.tuple(key, change, sometimes).map(([at, how, given]) => updateRow(at, how, given)),
  fc.tuple(key, sometimes).map(([at, given]) => deleteRow(at, given)),
  fc.tuple(key, when).map(([at, given]) => checkRow(at, given)),
)

const range = fc.oneof(
  fc.constant({}),
  fc.record({ prefix: fc.constantFrom('a', 'a#', 'b', 'z') }),
  fc.record({ upTo: fc.constantFrom('a', 'a#1', 'c', '0') }),
)
const after = fc.constantFrom('0', 'a', 'a#1', 'aa', 'é', '~')
const query: fc.Arbitrary<Query<LooseRow>> = fc
  .tuple(
    range,
    fc.record(
      {
        after,
        limit: fc.integer({ min: 1, max: 4 }),
        descending: fc.boolean(),
        consistent: fc.boolean(),
        filter,
      },
      { requiredKeys: [] },
    ),
    pk,
  )
  .map(([where, how, of]) => ({ ...where, ...how, pk: of }))

const kind = <K extends string>(name: K) => fc.constant(name)

export const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: kind('put'), row, when: sometimes }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('update'), key, change, when: sometimes }) },
  fc.record({ kind: kind('delete'), key, when: sometimes }),
  {
    weight: 3,
    arbitrary: fc.record({ kind: kind('transact'), writes: fc.array(write, { minLength: 1, maxLength: 4 }) }),
  },
  fc.record({ kind: kind('putMany'), rows: fc.array(row, { maxLength: 3 }) }),
  fc.record({ kind: kind('deleteMany'), keys: fc.array(key, { maxLength: 2 }) }),
  fc.record({ kind: kind('get'), key }),
  fc.record({ kind: kind('getMany'), keys: fc.array(key, { maxLength: 5 }) }),
  { weight: 3, arbitrary: fc.record({ kind: kind('query'), query }) },
)

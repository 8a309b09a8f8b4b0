import {
  type All,
  type Change,
  ConditionFailed,
  type Key,
  type Query,
  type Row,
  type Table,
  type Test,
  type Value,
  type When,
  type Write,
} from '@recado/shared/table/table'
import * as fc from 'fast-check'
import { isShared } from './outside.ts'

/**
 * One thing that is done to a table. Some are refused for what the table holds or for naming a row twice. What is
 * malformed in itself is not among them: the emulator looks at a transaction write by write, DynamoDB first at all.
 */
export type Operation =
  | { kind: 'put'; row: Row; when: When | undefined }
  | { kind: 'update'; key: Key; change: Change; when: When | undefined }
  | { kind: 'delete'; key: Key; when: When | undefined }
  | { kind: 'transact'; writes: Write[] }
  | { kind: 'putMany'; rows: Row[] }
  | { kind: 'deleteMany'; keys: Key[] }
  | { kind: 'get'; key: Key }
  | { kind: 'getMany'; keys: Key[] }
  | { kind: 'query'; query: Query }

/**
 * What became of an operation: its answer, the rows that stood in its way, or a refusal for whatever reason. Where a
 * transaction is to be refused for several, Amazon's emulator tells another one first (see test/conformance).
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

/** Where a page ends with the very end of its range, DynamoDB may say that there is no more, or that there might be. */
async function pageOf(table: Table, query: Query): Promise<unknown> {
  const { rows, after } = await table.query(query)
  const isEnd = after === undefined || (after === query.upTo && !query.descending)
  return isEnd ? { rows } : { rows, after }
}

// Few keys and few values, so that operations meet.
const key: fc.Arbitrary<Key> = fc.record({
  pk: fc.constantFrom('p', 'q'),
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
const row: fc.Arbitrary<Row> = fc.tuple(attributes, key).map(([given, at]) => ({ ...given, ...at }))

const oneTest: fc.Arbitrary<Test> = fc.oneof(
  scalar,
  fc.record({ exists: fc.boolean() }),
  fc.record({ in: fc.array(scalar, { minLength: 1, maxLength: 3 }) }),
  fc.record({ below: fc.oneof(number, text) }),
  fc.record({ atLeast: fc.oneof(number, text) }),
  fc.record({ contains: text }),
)
const all: fc.Arbitrary<All> = fc.dictionary(
  fc.oneof({ weight: 5, arbitrary: attribute }, fc.constant('sk')),
  oneTest,
  { minKeys: 1, maxKeys: 2 },
)
const filter: fc.Arbitrary<All> = fc.dictionary(attribute, oneTest, { minKeys: 1, maxKeys: 2 })
const when: fc.Arbitrary<When> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom({ pk: { exists: true } }, { pk: { exists: false } }) },
  { weight: 3, arbitrary: all },
  fc.array(all, { minLength: 1, maxLength: 2 }),
)
const sometimes = fc.option(when, { nil: undefined })
const change: fc.Arbitrary<Change> = fc
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
  fc.tuple(row, sometimes).map(([put, given]): Write => ({ put, ...(given && { when: given }) })),
  fc
    .tuple(key, change, sometimes)
    .map(([update, how, given]): Write => ({ update, change: how, ...(given && { when: given }) })),
  fc.tuple(key, sometimes).map(([at, given]): Write => ({ delete: at, ...(given && { when: given }) })),
  fc.tuple(key, when).map(([check, given]): Write => ({ check, when: given })),
)

const range = fc.oneof(
  fc.constant({}),
  fc.record({ prefix: fc.constantFrom('a', 'a#', 'b', 'z') }),
  fc.record({ upTo: fc.constantFrom('a', 'a#1', 'c', '0') }),
  // DynamoDB refuses a start outside its range, the emulator does not: a start has the whole partition.
  fc.record({ after: fc.constantFrom('a', 'a#1', 'aa', 'é', '~') }),
)
const query: fc.Arbitrary<Query> = fc
  .tuple(
    range,
    fc.record(
      {
        limit: fc.integer({ min: 1, max: 4 }),
        descending: fc.boolean(),
        consistent: fc.boolean(),
        filter,
      },
      { requiredKeys: [] },
    ),
    fc.constantFrom('p', 'q'),
  )
  .map(([where, how, pk]) => ({ ...where, ...how, pk }))

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

import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { checkRow, deleteRow, keyIn, putRow, type Table, updateRow } from '@recado/shared/table/table'
import { afterAll, expect, test } from 'vitest'
import { outputOf } from '../support/tools.ts'

interface Book {
  title: string
  year: number
  state: 'HERE' | 'LENT'
  lentAt?: string
}
const BOOK = keyIn<Book>('BOOKS', '1')
const book = { title: 'Iracema', year: 1865, state: 'HERE' } as const
const READER = keyIn<{ name: string }>('READERS', '1')

declare const table: Table

/** Mistakes, one per line. They never run: `npm run check` and the test below compile them. */
const MISTAKES = [
  // A read row.
  // @ts-expect-error: misspelt
  async () => (await table.get(BOOK))?.titel,
  // @ts-expect-error: a number
  async () => (await table.get(BOOK))?.year.trim(),
  // @ts-expect-error: misspelt
  async () => (await table.getMany([BOOK])).map(({ titel }) => titel),
  // @ts-expect-error: misspelt
  async () => (await table.query({ pk: BOOK.pk })).rows.map(({ titel }) => titel),
  // @ts-expect-error: misspelt
  async () => (await table.update(BOOK, { add: { year: 1 } })).titel,

  // The filter of a query.
  // @ts-expect-error: misspelt
  () => table.query({ pk: BOOK.pk, filter: { titel: 'Iracema' } }),
  // @ts-expect-error: a number
  () => table.query({ pk: BOOK.pk, filter: { year: '1865' } }),
  // @ts-expect-error: no such state
  () => table.query({ pk: BOOK.pk, filter: { state: { in: ['LOST'] } } }),

  // A new row.
  // @ts-expect-error: misspelt
  () => table.put({ ...BOOK, ...book, lendAt: '2026-11-21' }),
  // @ts-expect-error: a number
  () => table.put({ ...BOOK, ...book, year: '1865' }),
  // @ts-expect-error: without a state
  () => table.put({ ...BOOK, title: 'Iracema', year: 1865 }),
  // @ts-expect-error: a number
  () => table.putMany([{ ...BOOK, ...book, year: '1865' }]),

  // A change.
  // @ts-expect-error: misspelt
  () => table.update(BOOK, { set: { titel: 'Iracema' } }),
  // @ts-expect-error: a text
  () => table.update(BOOK, { set: { title: 1865 } }),
  // @ts-expect-error: no such state
  () => table.update(BOOK, { set: { state: 'LOST' } }),
  // @ts-expect-error: misspelt
  () => table.update(BOOK, { add: { yaer: 1 } }),
  // @ts-expect-error: a text
  () => table.update(BOOK, { add: { title: 1 } }),
  // @ts-expect-error: a number
  () => table.update(BOOK, { add: { year: '1' } }),
  // @ts-expect-error: misspelt
  () => table.update(BOOK, { remove: ['lendAt'] }),
  // @ts-expect-error: a name
  () => table.update(BOOK, { remove: [1] }),

  // A condition.
  // @ts-expect-error: misspelt
  () => table.put({ ...BOOK, ...book }, { titel: { exists: false } }),
  // @ts-expect-error: a number
  () => table.put({ ...BOOK, ...book }, { year: { below: '1866' } }),
  // @ts-expect-error: misspelt
  () => table.update(BOOK, { add: { year: 1 } }, { titel: { exists: true } }),
  // @ts-expect-error: a number
  () => table.update(BOOK, { add: { year: 1 } }, { year: '1865' }),
  // @ts-expect-error: misspelt, in one of several
  () => table.update(BOOK, { add: { year: 1 } }, [{ year: 1865 }, { titel: 'Iracema' }]),
  // @ts-expect-error: misspelt
  () => table.delete(BOOK, { titel: 'Iracema' }),
  // @ts-expect-error: a number
  () => table.delete(BOOK, { year: { atLeast: '1865' } }),

  // A transaction.
  // @ts-expect-error: misspelt
  () => table.transact([putRow({ ...BOOK, ...book, lendAt: '2026-11-21' })]),
  // @ts-expect-error: a number
  () => table.transact([putRow({ ...BOOK, ...book, year: '1865' })]),
  // @ts-expect-error: misspelt
  () => table.transact([putRow({ ...BOOK, ...book }, { titel: { exists: false } })]),
  // @ts-expect-error: a number
  () => table.transact([putRow({ ...BOOK, ...book }, { year: '1865' })]),
  // @ts-expect-error: misspelt
  () => table.transact([updateRow(BOOK, { set: { titel: 'Iracema' } })]),
  // @ts-expect-error: a text
  () => table.transact([updateRow(BOOK, { set: { title: 1865 } })]),
  // @ts-expect-error: misspelt
  () => table.transact([updateRow(BOOK, { add: { yaer: 1 } })]),
  // @ts-expect-error: a text
  () => table.transact([updateRow(BOOK, { add: { title: 1 } })]),
  // @ts-expect-error: misspelt
  () => table.transact([updateRow(BOOK, { remove: ['lendAt'] })]),
  // @ts-expect-error: misspelt
  () => table.transact([updateRow(BOOK, { add: { year: 1 } }, { titel: 'Iracema' })]),
  // @ts-expect-error: a number
  () => table.transact([updateRow(BOOK, { add: { year: 1 } }, { year: '1865' })]),
  // @ts-expect-error: misspelt
  () => table.transact([deleteRow(BOOK, { titel: 'Iracema' })]),
  // @ts-expect-error: a number
  () => table.transact([deleteRow(BOOK, { year: '1865' })]),
  // @ts-expect-error: misspelt
  () => table.transact([checkRow(BOOK, { titel: 'Iracema' })]),
  // @ts-expect-error: no such state
  () => table.transact([checkRow(BOOK, { state: 'LOST' })]),
  // @ts-expect-error: a write that none of the four functions made
  () => table.transact([{ update: BOOK, change: { set: { titel: 'Iracema' } } }]),

  // A key that does not say what its row holds.
  // @ts-expect-error
  () => table.get({ pk: 'BOOKS', sk: '1' }),
  // @ts-expect-error
  () => table.query({ pk: 'BOOKS' }),
  // @ts-expect-error
  () => table.put({ pk: 'BOOKS', sk: '1', ...book }),
  // @ts-expect-error
  () => table.transact([deleteRow({ pk: 'BOOKS', sk: '1' })]),

  // The key of a reader, and the attributes of a book.
  // @ts-expect-error
  async () => (await table.get(READER))?.title,
  // @ts-expect-error
  () => table.put({ ...READER, ...book }),
  // @ts-expect-error
  () => table.update(READER, { set: { title: 'Iracema' } }),
  // @ts-expect-error
  () => table.delete(READER, { title: 'Iracema' }),
  // @ts-expect-error
  () => table.transact([checkRow(READER, { title: 'Iracema' })]),
]

const ROOT = resolve(import.meta.dirname, '../..')
const EXPECTED = '// @ts-expect-error'
const DECLARED = 'declare const table: Table'
const source = readFileSync(import.meta.filename, 'utf8').split('\n')
const folder = mkdtempSync(join(tmpdir(), 'recado-typed-rows-'))
symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
writeFileSync(
  join(folder, 'tsconfig.json'),
  JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), files: ['mistakes.mts'], include: [] }),
)
afterAll(() => rmSync(folder, { recursive: true }))

/** The list above without the comments that expect errors. Lines keep their numbers. */
const mistakesIn = (type: string): string[] =>
  source
    .slice(0, source.indexOf(']') + 1)
    .map((line) => (line.startsWith('import') && !line.includes("'@recado/") ? '' : line))
    .map((line) => line.replace(EXPECTED, '//').replace(DECLARED, `declare const table: ${type}`))

test.for([
  ['the table', 'Table'],
  ['the table of a company', "import('@recado/shared/table/tenant').TenantTable"],
] as const)('a misspelt attribute or a value of another type does not compile: %s', ([, type]) => {
  const mistakes = mistakesIn(type)
  writeFileSync(join(folder, 'mistakes.mts'), mistakes.join('\n'))
  const said = outputOf(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder, '--pretty', 'false'])
  const reported = [...said.matchAll(/mistakes\.mts\((\d+),/g)].map(([, line]) => Number(line))
  const wanted = source.flatMap((line, at) => (line.trim().startsWith(EXPECTED) ? [at + 2] : []))
  const shown = (lines: Iterable<number>) => [...lines].map((line) => mistakes[line - 1]?.trim())
  expect(shown(new Set(reported))).toEqual(shown(wanted))
  expect(wanted).toHaveLength(MISTAKES.length)
})

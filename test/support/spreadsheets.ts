import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as z from 'zod'
import type { ContactFields } from '../../shared/src/contact-lists/contact-list-item.ts'
import { readContacts } from '../../shared/src/imports/read-contacts.ts'
import { SpreadsheetError } from '../../shared/src/spreadsheets/spreadsheet-error.ts'

const FOLDER = new URL('../spreadsheets/', import.meta.url)

const expectedText = z.union([
  z.string(),
  z.array(z.string()),
  z.strictObject({ startsWith: z.string(), fullLength: z.int() }),
])
type ExpectedText = z.infer<typeof expectedText>
const field = z.enum(['name', 'number', 'email', 'var1', 'var2', 'var3'])

const expectation = z.strictObject({
  imported: z.int().optional(),
  duplicated: z.int().optional(),
  refused: z.int().optional(),
  contacts: z.array(z.partialRecord(field, expectedText)).optional(),
  contactsSample: z.array(z.looseObject({ index: z.int() })).optional(),
  numbersSha256: z.string().optional(),
  refusedReasons: z.array(z.enum(['numero vazio', 'numero invalido'])).optional(),
  refusedFile: z.literal(true).optional(),
  anyResult: z.literal(true).optional(),
  maxSeconds: z.number().optional(),
})
export type Expectation = z.infer<typeof expectation>

const spreadsheetCase = z.strictObject({
  file: z.string(),
  producer: z.string(),
  category: z.string(),
  what: z.string(),
  note: z.string().optional(),
  expect: expectation.optional(),
  expectOneOf: z.array(expectation).optional(),
  mustNotContain: z.string().optional(),
})

/** The spreadsheets of test/spreadsheets, with their expected outcomes. */
export const spreadsheetCases = z
  .array(spreadsheetCase)
  .parse(JSON.parse(readSpreadsheet('cases.json').toString()))

export function readSpreadsheet(file: string): Buffer {
  return readFileSync(new URL(file, FOLDER))
}

/** Result of an import that removes duplicates. */
export interface Outcome {
  contacts: ContactFields[]
  duplicated: number
  refusedReasons: string[]
  /** Why the whole file was refused. */
  error: { code: string; message: string } | undefined
  /** Of the processor, so that other work beside it does not count. */
  seconds: number
}

/** Reads a file to its end. A SpreadsheetError is an outcome; any other error is a bug and is thrown. */
export async function importFile(bytes: Uint8Array): Promise<Outcome> {
  const outcome: Outcome = { contacts: [], duplicated: 0, refusedReasons: [], error: undefined, seconds: 0 }
  const seen = new Set<string>()
  const before = process.cpuUsage()
  try {
    for await (const row of readContacts(bytes)) {
      if (row.kind === 'refused') outcome.refusedReasons.push(row.reason)
      else if (seen.has(row.contact.number)) outcome.duplicated += 1
      else {
        seen.add(row.contact.number)
        outcome.contacts.push(row.contact)
      }
    }
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error
    outcome.error = { code: error.code, message: error.message }
  }
  const { user, system } = process.cpuUsage(before)
  outcome.seconds = (user + system) / 1_000_000
  return outcome
}

/** Differences between an outcome and its expectation, in words; empty if there are none. */
export function differences(outcome: Outcome, expected: Expectation): string[] {
  if (expected.maxSeconds !== undefined && outcome.seconds > expected.maxSeconds) {
    return [`took ${outcome.seconds.toFixed(2)} s`]
  }
  if (expected.anyResult) return []
  if (expected.refusedFile) return outcome.error ? [] : ['the file was not refused']
  if (outcome.error) return [`the file was refused: ${outcome.error.code}, ${outcome.error.message}`]
  return [
    ...differentCounts(outcome, expected),
    ...differentContacts(outcome.contacts, expected),
    ...differentSample(outcome.contacts, expected),
    ...differentReasons(outcome.refusedReasons, expected.refusedReasons),
  ]
}

function differentCounts({ contacts, duplicated, refusedReasons }: Outcome, expected: Expectation): string[] {
  const counts = { imported: contacts.length, duplicated, refused: refusedReasons.length }
  return (['imported', 'duplicated', 'refused'] as const)
    .filter((count) => expected[count] !== undefined && expected[count] !== counts[count])
    .map((count) => `${count}: ${counts[count]} and not ${expected[count]}`)
}

function differentContacts(contacts: ContactFields[], { contacts: expected = [] }: Expectation): string[] {
  return expected.flatMap((fields, index) =>
    field.options
      .filter((name) => fields[name] !== undefined && !isText(contacts[index]?.[name], fields[name]))
      .map((name) => `${name} of contact ${index + 1}: ${JSON.stringify(contacts[index]?.[name])}`),
  )
}

function differentSample(contacts: ContactFields[], expected: Expectation): string[] {
  const wrong = (expected.contactsSample ?? [])
    .filter(({ index, ...fields }) => JSON.stringify(contacts[index]) !== JSON.stringify(fields))
    .map(({ index }) => `contact ${index + 1}: ${JSON.stringify(contacts[index])}`)
  if (expected.numbersSha256 === undefined) return wrong
  const numbers = contacts.map(({ number }) => number).join('\n')
  const hash = createHash('sha256').update(numbers).digest('hex')
  return hash === expected.numbersSha256 ? wrong : [...wrong, 'the numbers, all together']
}

function differentReasons(reasons: string[], expected: Expectation['refusedReasons']): string[] {
  if (!expected) return []
  const codes = expected.map((reason) => (reason === 'numero vazio' ? 'NUMBER_EMPTY' : 'NUMBER_INVALID'))
  return JSON.stringify(codes) === JSON.stringify(reasons) ? [] : [`reasons: ${reasons.join(', ')}`]
}

function isText(actual: string | undefined, expected: ExpectedText): boolean {
  if (actual === undefined) return false
  const text = actual.trim()
  if (typeof expected === 'string') return text === expected.trim()
  if (Array.isArray(expected)) return expected.some((one) => text === one.trim())
  return text.length <= expected.fullLength && text.startsWith(expected.startsWith)
}

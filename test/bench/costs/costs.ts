import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { measureMessage } from '../message.ts'
import { costTable, type Measured, sums } from './cost-table.ts'

const ROOT = join(import.meta.dirname, '../../..')
const PATHS = {
  measured: join(import.meta.dirname, 'measured.json'),
  table: join(ROOT, 'docs/costs.md'),
  readme: join(ROOT, 'README.md'),
}

/** The figures of the last `npm run costs`. */
export const lastMeasured = (): Measured => JSON.parse(readFileSync(PATHS.measured, 'utf8'))

/** The documents with the costs in them, as they are and as the figures have it. */
export function documents(measured: Measured): { path: string; now: string; wanted: string }[] {
  const filled = (path: string, text: string) => {
    const now = readFileSync(path, 'utf8')
    return { path, now, wanted: now.replace(MARKED, (_, begin, end) => `${begin}\n${text}\n${end}`) }
  }
  const { 'us-east-1': virginia = 0, 'sa-east-1': saoPaulo = 0 } = sums(measured)
  const sentence =
    `An instance for 1,000 companies with one account and five users each costs about ${virginia} dollars a month in\n` +
    `us-east-1, ${saoPaulo} in São Paulo: [the table](docs/costs.md).`
  return [filled(PATHS.table, costTable(measured)), filled(PATHS.readme, sentence)]
}

const MARKED = /(<!-- costs -->)[\s\S]*(<!-- end of costs -->)/

/** Measures a message, and writes the figures and the documents that name them. */
export async function writeCosts(): Promise<void> {
  const measured = await measureMessage('usual')
  writeFileSync(PATHS.measured, `${JSON.stringify(rounded(measured), null, 2)}\n`)
  for (const { path, wanted } of documents(rounded(measured))) writeFileSync(path, wanted)
  console.log(costTable(rounded(measured)))
}

const rounded = (measured: Measured): Measured =>
  JSON.parse(
    JSON.stringify(measured, (_, value: unknown) =>
      typeof value === 'number' ? Math.round(value * 100) / 100 : value,
    ),
  )

if (import.meta.main) {
  await writeCosts()
  process.exit(0)
}

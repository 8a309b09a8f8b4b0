import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { functionFiles } from '../../infra/src/functions.ts'
import { ourBundle } from './bundles.ts'
import { pageWeights } from './web-budgets.ts'

/** Largest code that a cold start of a function may load, in thousands of bytes. */
const BUDGETS = [
  { what: 'reads or writes spreadsheets', most: 580, functions: /(import|export)-worker$/ },
  { what: 'campaigns, and the conversations of their replies', most: 485, functions: /^campaigns\/api$/ },
  { what: 'the document of the whole API', most: 480, functions: /^platform\/api$/ },
  {
    what: 'lists, tickets, their report, contacts, and who signs in',
    most: 470,
    functions: /^(contact-lists|sessions|contact-blocks|tickets|desk-report|contacts)\/api$/,
  },
  { what: 'a call', most: 410, functions: /\/api$/ },
  { what: 'work behind a queue', most: 410, functions: /./ },
]

/** Part of `npm run check`: checks every function's code, and the script of every page, against its budget. */
const folder = mkdtempSync(join(tmpdir(), 'recado-budgets-'))
const over: string[] = []
for (const file of functionFiles) {
  const { what, most } = BUDGETS.find(({ functions }) => functions.test(file)) ?? { what: 'nothing', most: 0 }
  const { atStart } = await ourBundle(file, join(folder, file))
  const kilobytes = Math.round(atStart / 1000)
  if (kilobytes > most)
    over.push(`${file} (${what}) loads ${kilobytes} KB when it starts, of ${most} at most`)
}
rmSync(folder, { recursive: true })
const pages = await pageWeights(join(import.meta.dirname, '../..'))
for (const { page, kilobytes, most } of pages)
  if (kilobytes > most) over.push(`${page}: ${kilobytes} KB of compressed script, of ${most} at most`)
for (const line of over) console.error(line)
if (over.length > 0) process.exit(1)
console.log(`${functionFiles.length} functions and ${pages.length} pages are within their budgets`)

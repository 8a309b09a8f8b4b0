import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { functionFiles, ourBundle } from './bundles.ts'

/** What a cold start of a function may load, in thousands of bytes. */
const BUDGETS = [
  {
    what: 'numbers of the whole world',
    most: 735,
    functions:
      /^(contact-lists|contact-blocks|extractors|campaigns|data-subjects|companies|connections)\/api$|(import|export|cleanup)-worker$/,
  },
  { what: 'the document of the whole API', most: 490, functions: /^platform\/api$/ },
  {
    what: 'files, and who signs in',
    most: 470,
    functions: /^(uploads|announcements|exports|audit|sessions)\/api$/,
  },
  { what: 'a call', most: 445, functions: /\/api$/ },
  { what: 'work behind a queue', most: 412, functions: /./ },
]

/** Part of `npm run check`: the code of every function within its budget. */
const folder = mkdtempSync(join(tmpdir(), 'recado-budgets-'))
const over = functionFiles.flatMap((file) => {
  const { what, most } = BUDGETS.find(({ functions }) => functions.test(file)) ?? { what: 'nothing', most: 0 }
  const kilobytes = Math.round(ourBundle(file, join(folder, file)).atStart / 1000)
  return kilobytes > most
    ? [`${file} (${what}) loads ${kilobytes} KB when it starts, of ${most} at most`]
    : []
})
rmSync(folder, { recursive: true })
for (const line of over) console.error(line)
if (over.length > 0) process.exit(1)
console.log(`${functionFiles.length} functions are within their budgets`)

import { bundleOf, functionFiles } from './bundles.ts'

/** What a function's code may weigh, in thousands of bytes: a cold start reads all of it. */
const BUDGETS = [
  {
    what: 'numbers of the whole world, and files',
    most: 940,
    functions:
      /^(contact-lists|contact-blocks|extractors|campaigns|data-subjects|audit)\/api$|(import|export)-worker$/,
  },
  { what: 'numbers of the whole world', most: 700, functions: /^(companies|connections)\/api$/ },
  { what: 'files', most: 665, functions: /^(uploads|announcements|exports)\/api$|cleanup-worker$/ },
  { what: 'the document of the whole API', most: 540, functions: /^platform\/api$/ },
  { what: 'a call', most: 515, functions: /\/api$/ },
  { what: 'work behind a queue', most: 465, functions: /./ },
]

/** Part of `npm run check`: the code of every function within its budget. */
const over: string[] = []
for (const file of functionFiles) {
  const kilobytes = (await bundleOf(file)).length / 1000
  const most = BUDGETS.find(({ functions }) => functions.test(file))?.most ?? 0
  if (kilobytes > most) over.push(`${file}: ${kilobytes.toFixed(0)} KB, of ${most} at most`)
  else if (process.argv.includes('--all'))
    console.log(`${file.padEnd(36)} ${kilobytes.toFixed(0)} of ${most} KB`)
}
if (over.length > 0) {
  console.error(`Functions over their budget:\n${over.join('\n')}`)
  process.exit(1)
}
console.log(`${functionFiles.length} functions within their budgets`)

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
const weighed = await Promise.all(
  functionFiles.map(async (file) => {
    const most = BUDGETS.find(({ functions }) => functions.test(file))?.most ?? 0
    return { file, most, kilobytes: Math.round((await bundleOf(file)).length / 1000) }
  }),
)
const over = weighed.filter(({ kilobytes, most }) => kilobytes > most)
for (const { file, kilobytes, most } of over)
  console.error(`${file} weighs ${kilobytes} KB, of ${most} at most`)
if (over.length > 0) process.exit(1)
console.log(`${functionFiles.length} functions are within their budgets`)

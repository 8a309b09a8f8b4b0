import { importFile, readSpreadsheet } from './spreadsheets.ts'

// Reads the files it is given in a process of their own and says what that took: the memory of a test runner
// says nothing about one file.
const outcomes: Record<string, { seconds: number; code: string | undefined }> = {}
for (const file of process.argv.slice(2)) {
  const { seconds, error } = await importFile(readSpreadsheet(file))
  outcomes[file] = { seconds, code: error?.code }
}
console.log(JSON.stringify({ outcomes, peakBytes: process.resourceUsage().maxRSS * 1024 }))

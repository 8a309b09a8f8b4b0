import { importFile, readSpreadsheet } from './spreadsheets.ts'

// Reads its files in a separate process and prints the time and memory it took: a test runner's memory says nothing
// about one file.
const outcomes: Record<string, { seconds: number; code: string | undefined }> = {}
for (const file of process.argv.slice(2)) {
  const { seconds, error } = await importFile(readSpreadsheet(file))
  outcomes[file] = { seconds, code: error?.code }
}
console.log(JSON.stringify({ outcomes, peakBytes: process.resourceUsage().maxRSS * 1024 }))

import { benchesOf } from './benches.ts'

/** Runs one side of one bench in this process, and prints its time and memory. `prepare` makes its files. */
const [, , wanted, side, rows] = process.argv
const bench = benchesOf(Number(rows)).find(({ name }) => name === wanted)
if (!bench || (side !== 'ours' && side !== 'baseline' && side !== 'prepare'))
  throw new Error('usage: measure.ts NAME ours|baseline|prepare ROWS')

const input = await bench.prepare()
const before = process.cpuUsage()
if (side !== 'prepare') await bench[side](input)
const { user, system } = process.cpuUsage(before)
const cpuSeconds = (user + system) / 1_000_000
// In kilobytes.
console.log(JSON.stringify({ cpuSeconds, peakMegabytes: process.resourceUsage().maxRSS / 1024 }))

import { BENCHES } from './benches.ts'

/** One side of one bench, in this process; prints what it took. `prepare` makes the files it needs. */
const [, , wanted, side] = process.argv
const bench = BENCHES.find(({ name }) => name === wanted)
if (!bench || (side !== 'ours' && side !== 'baseline' && side !== 'prepare'))
  throw new Error('usage: measure.ts NAME ours|baseline|prepare')

const input = await bench.prepare()
const before = process.cpuUsage()
if (side !== 'prepare') await bench[side](input)
const { user, system } = process.cpuUsage(before)
const cpuSeconds = (user + system) / 1_000_000
// Kilobytes, as the operating system counts them.
console.log(JSON.stringify({ cpuSeconds, peakMegabytes: process.resourceUsage().maxRSS / 1024 }))

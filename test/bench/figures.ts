import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { BENCHES } from './benches.ts'

/**
 * Each figure beside its baseline, in one run and as a ratio, since machines differ and drift. Every measurement
 * is a process of its own: CPU seconds of all its threads, and its peak memory.
 */
const ROUNDS = 3

interface Measured {
  cpuSeconds: number
  peakMegabytes: number
}

export function benchFigures(): void {
  console.log(
    '\nbench                                     ours          baseline      ratio (CPU)   peak memory',
  )
  for (const { name } of BENCHES) console.log(figureOf(name))
}

function figureOf(name: string): string {
  measure(name, 'prepare')
  const rounds = Array.from({ length: ROUNDS }, () => ({
    ours: measure(name, 'ours'),
    baseline: measure(name, 'baseline'),
  }))
  const ours = median(rounds.map((round) => round.ours.cpuSeconds))
  const baseline = median(rounds.map((round) => round.baseline.cpuSeconds))
  const ratio = median(rounds.map((round) => round.ours.cpuSeconds / round.baseline.cpuSeconds))
  const memory = [rounds.map((round) => round.ours), rounds.map((round) => round.baseline)].map((list) =>
    Math.round(median(list.map(({ peakMegabytes }) => peakMegabytes))),
  )
  return [
    name.padEnd(40),
    `${ours.toFixed(2)} s`.padEnd(12),
    `${baseline.toFixed(2)} s`.padEnd(12),
    `${ratio.toFixed(2)} ×`.padEnd(12),
    `${memory[0]} MB beside ${memory[1]} MB`,
  ].join('  ')
}

function measure(name: string, side: 'ours' | 'baseline' | 'prepare'): Measured {
  const child = spawnSync(
    process.execPath,
    ['--no-warnings', join(import.meta.dirname, 'measure.ts'), name, side],
    {
      encoding: 'utf8',
    },
  )
  if (child.status !== 0) throw new Error(`${name} (${side}) failed: ${child.stderr}`)
  return JSON.parse(child.stdout)
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

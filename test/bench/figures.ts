import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { benchesOf } from './benches.ts'
import { median } from './median.ts'
import type { Size } from './size.ts'

/**
 * Each figure beside its baseline from the same run, as a ratio, because machines differ and drift. Each measurement is
 * a process of its own: CPU seconds of all threads, and peak memory.
 */
const SIZES = { usual: { rows: 100_000, rounds: 3 }, smallest: { rows: 100, rounds: 1 } }

interface Measured {
  cpuSeconds: number
  peakMegabytes: number
}

export async function benchFigures(size: Size): Promise<void> {
  const { rows, rounds } = SIZES[size]
  console.log(
    '\nbench                                     ours          baseline      ratio (CPU)   peak memory',
  )
  for (const { name } of benchesOf(rows)) console.log(figureOf(name, rows, rounds))
}

function figureOf(name: string, rows: number, count: number): string {
  if (count > 1) measure(name, 'prepare', rows)
  const rounds = Array.from({ length: count }, () => ({
    ours: measure(name, 'ours', rows),
    baseline: measure(name, 'baseline', rows),
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

function measure(name: string, side: 'ours' | 'baseline' | 'prepare', rows: number): Measured {
  const child = spawnSync(
    process.execPath,
    ['--no-warnings', join(import.meta.dirname, 'measure.ts'), name, side, String(rows)],
    {
      encoding: 'utf8',
    },
  )
  if (child.status !== 0) throw new Error(`${name} (${side}) failed: ${child.stderr}`)
  return JSON.parse(child.stdout)
}

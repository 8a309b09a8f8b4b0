import { firstOf } from '@recado/shared/first-of'
import type { Reporter, TestModule } from 'vitest/node'

const SHOWN = 10

/** Prints the slowest files at the end of a run of several. */
export class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= SHOWN) return
    const took = modules.map((module) => ({
      file: module.relativeModuleId,
      ms: module.diagnostic().duration,
    }))
    const slowest = firstOf(
      took.toSorted((one, other) => other.ms - one.ms),
      SHOWN,
    )
    console.log('\nThe slowest files, in seconds:')
    for (const { file, ms } of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(7)}  ${file}`)
  }
}

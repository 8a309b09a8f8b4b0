import type { Reporter, TestModule } from 'vitest/node'
import { recordFlow } from '../support/proofs.ts'

/** A minute and a half of random operations: as a flow, it runs when an adapter has changed. */
export const TABLES_AGREE = 'test/unit/tables-agree.test.ts'

/** Records each flow that passes. A run that is interrupted, or in which another flow fails, need not repeat it. */
export class ProvedFlows implements Reporter {
  onTestModuleEnd(module: TestModule): void {
    const file = module.relativeModuleId
    const isFlow = file.startsWith('test/integration/') || file === TABLES_AGREE
    if (isFlow && module.state() === 'passed') recordFlow(file)
  }
}

import type { Reporter, TestModule } from 'vitest/node'
import { recordFlow } from '../support/proofs.ts'

/** Records each flow that passes. A run that is interrupted, or in which another flow fails, need not repeat it. */
export class ProvedFlows implements Reporter {
  onTestModuleEnd(module: TestModule): void {
    const file = module.relativeModuleId
    if (file.startsWith('test/integration/') && module.state() === 'passed') recordFlow(file)
  }
}

import { type Figure, figuresLine } from '@recado/shared/metrics/figures'
import { environment, ports } from './context.ts'

/** Says figures where somebody is to look at them: in a deployment. */
export function tellFigures(figures: { [F in Figure]?: number }): void {
  const { DEPLOYMENT } = environment
  // A line of its own on the way out, which the log's form would wrap.
  if (DEPLOYMENT) process.stdout.write(`${figuresLine(DEPLOYMENT, figures, ports.now())}\n`)
}

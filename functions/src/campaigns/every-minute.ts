import { ports } from '../context.ts'

/** The minute rule: sweeps at 0, 20 and 40 seconds. */
export async function handler(): Promise<void> {
  for (const second of [0, 20, 40]) await ports.queues.send('sweep', { sweep: second }, second)
}

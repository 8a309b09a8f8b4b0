import type { Happening } from './script.ts'

/**
 * How a work ended: `refused` with an answer for the user, `failed` without one, `dead` with its part. After the last two,
 * its caller does not know what was done.
 */
export type Outcome = 'done' | 'refused' | 'failed' | 'dead'

/** Something that a part of the system is to do. */
export interface Work {
  /** Its kind, for the journal. */
  doing: string
  part: PartName
  fault: Happening['fault']
  run(): Promise<unknown>
  ended?(outcome: Outcome): void
}

/** The parts of the system, and how far their clocks are off, in parts of the greatest difference. */
export const PARTS = { worker: 1, otherWorker: -0.5, sweep: 0.5, task: 0, api: -1, otherApi: 1 } as const
export type PartName = keyof typeof PARTS

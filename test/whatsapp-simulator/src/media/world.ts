import type { Faults } from '../faults/faults.ts'
import type { Files } from './files.ts'

/** The part of the simulated world that files need. */
export interface MediaWorld {
  /** Milliseconds since 1970. */
  now: () => number
  /** Host and port of the simulator for clients. */
  address: () => string
  faults: Faults
  files: Files
}

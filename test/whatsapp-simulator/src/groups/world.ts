import type { CompanionWorld } from '../companions/world.ts'
import type { Groups } from './groups.ts'

/** The part of the simulated world that groups need. */
export interface GroupWorld extends CompanionWorld {
  groups: Groups
}

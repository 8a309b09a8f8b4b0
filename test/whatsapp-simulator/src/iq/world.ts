import type { MessageWorld } from '../messages/world.ts'
import type { Checks } from './checks.ts'

/** The part of the simulated world that answers to queries need. */
export interface QueryWorld extends MessageWorld {
  checks: Checks
}

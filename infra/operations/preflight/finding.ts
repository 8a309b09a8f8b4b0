import { explained } from '../explained.ts'

/** Result of one check. */
export interface Finding {
  check: string
  /** `unknown`: the credentials may not read it. */
  state: 'ok' | 'missing' | 'unknown'
  found: string
  /** The command or the setting that helps. */
  mend: string
}

/** A finding without the check's name. */
export type Found = Omit<Finding, 'check'>

export const ok = (found: string, mend = ''): Found => ({ state: 'ok', found, mend })
export const missing = (found: string, mend: string): Found => ({ state: 'missing', found, mend })

/** Runs a check. An error that an operator can solve makes it `unknown`, with the reason. */
export async function finding(check: string, look: () => Found | Promise<Found>): Promise<Finding> {
  try {
    return { check, ...(await look()) }
  } catch (error) {
    const told = explained(error)
    if (!told) throw error
    return { check, state: 'unknown', found: told.message, mend: '' }
  }
}

import type { FailureReason, Shipping } from '@recado/shared/campaigns/shipping'
import { isErased } from './erased.ts'

/** Recipients of a finished campaign who may be sent to once more. */
export interface Resendable {
  /** They did not get the message. */
  failed: number
  /** They may have got it: only if a person says so. */
  unknown: number
  /** Whether all failures were looked at, or there may be more of both. */
  isAll: boolean
}

export const NONE_TO_RESEND: Resendable = { failed: 0, unknown: 0, isAll: true }

const UNKNOWN: readonly FailureReason[] = ['UNKNOWN_OUTCOME', 'PARTLY_SENT']

/** Skips, blocked contacts (part 3 §6) and people who were erased are left out. */
export function withFailures(before: Resendable, rows: readonly Shipping[]): Resendable {
  const reasons = rows.flatMap((row) => {
    const { status, block, reason } = row
    if (status !== 'FAILED' || block || !reason || reason.startsWith('SKIPPED_')) return []
    return isErased(row) ? [] : [reason]
  })
  const unknown = reasons.filter((reason) => UNKNOWN.includes(reason)).length
  return {
    ...before,
    failed: before.failed + reasons.length - unknown,
    unknown: before.unknown + unknown,
  }
}

/** Whether there is anything to ask about. */
export const isAnyResendable = ({ failed, unknown, isAll }: Resendable): boolean =>
  failed > 0 || unknown > 0 || !isAll

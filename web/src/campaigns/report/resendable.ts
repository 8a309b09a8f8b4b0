import type { FailureReason, Shipping } from '@recado/shared/campaigns/contract/shipping'
import { isErased } from './erased.ts'

/** Recipients of a finished campaign to whom the message can be sent again. */
export interface Resendable {
  /** Recipients who did not get the message. */
  failed: number
  /** Recipients who may have the message; included only on request. */
  unknown: number
  /** Whether all failures were counted. If not, both numbers can be larger. */
  isAll: boolean
}

export const NONE_TO_RESEND: Resendable = { failed: 0, unknown: 0, isAll: true }

const UNKNOWN: readonly FailureReason[] = ['UNKNOWN_OUTCOME', 'PARTLY_SENT']

/** Adds a page of failures. Skipped, blocked (part 3 §6) and erased recipients are not counted. */
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

/** Whether there can be anything to send again. */
export const isAnyResendable = ({ failed, unknown, isAll }: Resendable): boolean =>
  failed > 0 || unknown > 0 || !isAll

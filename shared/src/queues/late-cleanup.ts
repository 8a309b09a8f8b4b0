/**
 * Delay of a clean-up that is queued before a deletion, in seconds. By then no call goes on that saw the record, and the job
 * also does the rest of a deletion that died. It does nothing as long as the record exists.
 */
export const LATE_CLEANUP_SECONDS = 60

/**
 * Delays of the clean-ups that are queued before a deletion, in seconds: one soon behind most calls, and the late one for a call
 * that takes longer.
 */
export const CLEANUPS_AFTER_SECONDS = [5, LATE_CLEANUP_SECONDS] as const

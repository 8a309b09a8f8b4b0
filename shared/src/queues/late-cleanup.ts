/**
 * Delay of a clean-up that is queued before a deletion, in seconds. By then no call goes on that saw the record, and the job
 * also does the rest of a deletion that died. It does nothing as long as the record exists.
 */
export const LATE_CLEANUP_SECONDS = 60

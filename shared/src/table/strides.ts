/** Rows of the first read with a filter. */
const FIRST_FILTERED = 50
/** The most rows of one read with a filter. A query of DynamoDB reads a megabyte of them at most. */
const LONGEST_FILTERED = 5000

/**
 * Rows of the first read. DynamoDB applies a filter after the limit. If most rows match, the first read finds enough;
 * if few match, growing reads find them.
 */
export const firstStride = (wanted: number, isFiltered: boolean): number =>
  isFiltered ? Math.max(wanted, FIRST_FILTERED) : wanted

/** Rows to read next. */
export const nextStride = (stride: number, isFiltered: boolean): number =>
  isFiltered ? Math.min(LONGEST_FILTERED, stride * 4) : stride

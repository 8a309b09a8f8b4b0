/** A plan counts as nearly used up from this share on. */
const NEARLY = 0.9

/** Whether little or no place is left of a plan. A plan for one is used as intended, and says nothing. */
export const isNearlyUsed = ({ used, limit }: { used: number; limit: number }): boolean =>
  limit > 1 && used >= limit * NEARLY

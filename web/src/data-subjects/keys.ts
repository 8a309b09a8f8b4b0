/** Keys of this domain in the query cache. */
export const erasureKeys = {
  lists: ['erasures'] as const,
}

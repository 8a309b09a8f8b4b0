/** Keys of this domain in the query cache. */
export const extractorKeys = {
  groups: ['extractors', 'groups'] as const,
  contacts: ['extractors', 'contacts'] as const,
}

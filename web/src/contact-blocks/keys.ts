/** Keys of this domain in the query cache. */
export const contactBlockKeys = {
  lists: ['contact-blocks', 'list'] as const,
}

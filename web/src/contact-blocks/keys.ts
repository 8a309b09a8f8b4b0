/** Where this domain's data stands in the query cache. */
export const contactBlockKeys = {
  lists: ['contact-blocks', 'list'] as const,
}

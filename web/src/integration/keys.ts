/** Keys of this domain in the query cache. */
export const integrationKeys = {
  all: ['integration'] as const,
  link: ['integration', 'link'] as const,
  enabled: ['integration', 'enabled'] as const,
  tags: ['integration', 'tags'] as const,
}

/** Keys of this domain in the query cache. */
export const auditKeys = { lists: ['audit', 'list'] as const, people: ['audit', 'people'] as const }

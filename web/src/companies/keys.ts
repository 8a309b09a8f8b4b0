/** Keys of this domain in the query cache. */
export const companyKeys = {
  all: ['companies'] as const,
  lists: ['companies', 'list'] as const,
  dashboard: ['companies', 'dashboard'] as const,
  one: (companyId: string) => ['companies', 'one', companyId] as const,
  deletion: (companyId: string) => ['companies', 'deletion', companyId] as const,
}

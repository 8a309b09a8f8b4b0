/** Keys of this domain in the query cache. */
export const dashboardKeys = {
  all: ['dashboard'] as const,
  home: ['dashboard', 'home'] as const,
}

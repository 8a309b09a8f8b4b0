/** Where this domain's data stands in the query cache. */
export const dashboardKeys = {
  all: ['dashboard'] as const,
}

/** Where this domain's data stands in the query cache. */
export const campaignKeys = {
  lists: ['campaigns', 'list'] as const,
  one: (campaignId: string) => ['campaigns', 'one', campaignId] as const,
  shippings: (campaignId: string) => ['campaigns', 'shippings', campaignId] as const,
  settings: ['campaigns', 'settings'] as const,
}

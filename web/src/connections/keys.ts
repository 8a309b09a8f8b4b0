/** Keys of this domain in the query cache. */
export const connectionKeys = {
  all: ['connections'] as const,
  list: ['connections', 'list'] as const,
  one: (whatsappId: string) => ['connections', 'one', whatsappId] as const,
  unfinishedCampaigns: ['campaigns', 'unfinished'] as const,
}

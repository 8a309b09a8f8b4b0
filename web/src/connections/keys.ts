/** Where this domain's data stands in the query cache. */
export const connectionKeys = {
  list: ['connections', 'list'] as const,
  one: (whatsappId: string) => ['connections', 'one', whatsappId] as const,
}

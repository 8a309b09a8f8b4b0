/** Object key of a message's file. It begins with the company, like every key in the bucket. */
export const mediaKey = (companyId: string, connectionId: string, messageId: string): string =>
  `${companyId}/media/${connectionId}/${messageId}`

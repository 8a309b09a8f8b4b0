/** Object key of a message's own file. It begins with the company, like every key in the bucket. */
export const mediaKey = (companyId: string, connectionId: string, messageId: string): string =>
  `${companyId}/media/${connectionId}/${messageId}`

/**
 * Object key of the file of a received message. Its writer chooses the message's id, which may be that of the company's own
 * message: the file has another place then.
 */
export const receivedMediaKey = (companyId: string, connectionId: string, messageId: string): string =>
  `${companyId}/media/${connectionId}/received/${messageId}`

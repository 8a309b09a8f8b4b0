/** The least environment of the socket service, for parts of it that use no other service. */
export const SESSION_ENVIRONMENT = {
  TABLE_NAME: 't',
  AUTH_TABLE_NAME: 'a',
  QUEUE_URL_PREFIX: 'q',
  SHARDS: 32,
  BUCKET_NAME: 'b',
  LOG_LEVEL: 'info',
  NODE_ENV: 'test',
} as const

import { join } from 'node:path'
import type { Layout } from './layout.ts'

/** The names of what the emulators hold. */
export const NAMES = {
  table: 'recado',
  authTable: 'recado-auth',
  bucket: 'recado-files',
  queuePrefix: 'recado-',
}

/** What the parts are told instead of AWS: the same variables a deployment sets, and the emulators' addresses. */
export function environmentOf(
  { data, origin, ports, whatsapp, dynamodbUrl }: Layout,
  rootKey: string,
): Record<string, string> {
  const queues = `http://127.0.0.1:${ports.queues}`
  return {
    AWS_REGION: 'sa-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: dynamodbUrl ?? `http://127.0.0.1:${ports.dynamodb}`,
    AWS_ENDPOINT_URL_SQS: queues,
    AWS_ENDPOINT_URL_S3: queues,
    AWS_ENDPOINT_URL_SES: `http://127.0.0.1:${ports.mailbox}`,
    TABLE_NAME: NAMES.table,
    AUTH_TABLE_NAME: NAMES.authTable,
    BUCKET_NAME: NAMES.bucket,
    QUEUE_URL_PREFIX: `${queues}/000000000000/${NAMES.queuePrefix}`,
    APP_ORIGIN: origin,
    PUBLIC_S3_ENDPOINT: origin,
    SOCKET_ENDPOINT: `http://127.0.0.1:${ports.management}`,
    EMAIL_FROM: 'recado@localhost.test',
    KEYS_FOLDER: join(data, 'keys'),
    POWERTOOLS_LOG_LEVEL: 'WARN',
    ...(whatsapp === 'simulator' && {
      WHATSAPP_URL: `ws://127.0.0.1:${ports.simulator}/ws/chat`,
      WHATSAPP_ROOT_KEY: rootKey,
    }),
  }
}

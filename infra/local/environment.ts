import { join } from 'node:path'
import type { Layout } from './layout.ts'

export const REGION = 'sa-east-1'

/** The credentials that all emulators use to sign and verify. */
export const CREDENTIALS = { accessKeyId: 'test', secretAccessKey: 'test' }

/** Addresses of DynamoDB, and of SQS and S3. */
export const addressesOf = ({ ports, outside }: Pick<Layout, 'ports' | 'outside'>) => ({
  dynamodb: outside.dynamodb ?? `http://127.0.0.1:${ports.dynamodb}`,
  queues: outside.queues ?? `http://127.0.0.1:${ports.queues}`,
})

/** Environment of the local processes: the variables of a deployment, plus the emulators' addresses. */
export function environmentOf(layout: Layout, rootKey: string): Record<string, string> {
  const { data, origin, ports, whatsapp, undeclaredCodes, names, shards } = layout
  const { dynamodb, queues } = addressesOf(layout)
  return {
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
    AWS_ENDPOINT_URL_SQS: queues,
    AWS_ENDPOINT_URL_S3: queues,
    AWS_ENDPOINT_URL_SESV2: `http://127.0.0.1:${ports.mailbox}`,
    TABLE_NAME: names.table,
    AUTH_TABLE_NAME: names.authTable,
    BUCKET_NAME: names.bucket,
    SHARDS: String(shards),
    QUEUE_URL_PREFIX: `${queues}/000000000000/${names.queuePrefix}`,
    APP_ORIGIN: origin,
    PUBLIC_S3_ENDPOINT: origin,
    SOCKET_ENDPOINT: `http://127.0.0.1:${ports.management}`,
    EMAIL_FROM: 'recado@localhost.test',
    KEYS_FOLDER: join(data, 'keys'),
    // State changes are logged as `info`: too many lines for a terminal.
    POWERTOOLS_LOG_LEVEL: 'WARN',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
    UNDECLARED_CODES: undeclaredCodes,
    ...(whatsapp === 'simulator' && {
      WHATSAPP_URL: `ws://127.0.0.1:${ports.simulator}/ws/chat`,
      WHATSAPP_ROOT_KEY: rootKey,
    }),
  }
}

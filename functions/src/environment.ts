import { integrationKind } from '@recado/shared/integration/kind'
import { shardCount } from '@recado/shared/queues/shards'
import * as z from 'zod'

/** Only https, except for an address on this machine. */
const platformUrl = z.url({ protocol: /^https?$/ }).refine((text) => {
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || ['localhost', '127.0.0.1'].includes(hostname)
}, 'must be https')

const environment = z.object({
  TABLE_NAME: z.string(),
  QUEUE_URL_PREFIX: z.string(),
  /** The deployment's number of shards. */
  SHARDS: shardCount,
  BUCKET_NAME: z.string(),
  /** The app's address for browsers, e.g. https://app.example.com. Sockets are accepted from this origin only. */
  APP_ORIGIN: z.string(),
  /** Address of S3 for browsers, if not AWS's: the emulator answers them through the local gateway. */
  PUBLIC_S3_ENDPOINT: z.string().optional(),
  /** Role with the rights of one company. Functions that answer people assume it for each company. */
  TENANT_ROLE: z.string().optional(),
  /** The WebSocket API's management endpoint. */
  SOCKET_ENDPOINT: z.string().optional(),
  /** Secrets, separated by spaces. CloudFront sends one of them with every request; no one else knows them. */
  ORIGIN_SECRETS: z.string().optional(),
  /** Sender of mails. Without it, no mails are sent. */
  EMAIL_FROM: z.string().optional(),
  /** SES's configuration set for mails, which reports what becomes of them. */
  CONFIGURATION_SET: z.string().optional(),
  /** The multi-attendance platform for companies, and the address of its API. Either both or none. */
  INTEGRATION_KIND: integrationKind.optional(),
  INTEGRATION_URL: platformUrl.optional(),
  /** Name of the deployment for its metrics. Without it, no metrics are written. */
  DEPLOYMENT: z.string().optional(),
  /** Treatment of an error code that the route does not name. `refused` answers 500, so that a test fails. */
  UNDECLARED_CODES: z.enum(['logged', 'refused']).optional(),
  VERSION: z.string().default('0.1.0'),
})

export type Environment = z.infer<typeof environment>

export function readEnvironment(variables: NodeJS.ProcessEnv): Environment {
  const read = environment.parse(variables)
  if ((read.INTEGRATION_KIND === undefined) !== (read.INTEGRATION_URL === undefined))
    throw new Error('INTEGRATION_KIND and INTEGRATION_URL must be set together')
  return read
}

import { integrationKind } from '@recado/shared/integration/kind'
import * as z from 'zod'

/** Encrypted, unless it never leaves this machine. */
const platformUrl = z.url({ protocol: /^https?$/ }).refine((text) => {
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || ['localhost', '127.0.0.1'].includes(hostname)
}, 'must be https')

const environment = z.object({
  TABLE_NAME: z.string(),
  QUEUE_URL_PREFIX: z.string(),
  BUCKET_NAME: z.string(),
  /** Where browsers reach the app, e.g. https://app.example.com; the only origin sockets may come from. */
  APP_ORIGIN: z.string(),
  /** Browsers reach S3 here instead of at AWS, where the emulator answers them through the local gateway. */
  PUBLIC_S3_ENDPOINT: z.string().optional(),
  /** The role with the rights of one company, which functions that answer people take on for each company. */
  TENANT_ROLE: z.string().optional(),
  /** The WebSocket API's management endpoint. */
  SOCKET_ENDPOINT: z.string().optional(),
  /** CloudFront sends it with every request; nobody else knows it. */
  ORIGIN_SECRET: z.string().optional(),
  /** Whom mails are from; without it none are sent. */
  EMAIL_FROM: z.string().optional(),
  /** The multi-attendance platform that companies may connect to, and where its API is; without both, there is none. */
  INTEGRATION_KIND: integrationKind.optional(),
  INTEGRATION_URL: platformUrl.optional(),
  /** The deployment's name, under which its figures stand; without it none are told. */
  DEPLOYMENT: z.string().optional(),
  VERSION: z.string().default('0.1.0'),
})

export type Environment = z.infer<typeof environment>

export function readEnvironment(variables: NodeJS.ProcessEnv): Environment {
  const read = environment.parse(variables)
  if ((read.INTEGRATION_KIND === undefined) !== (read.INTEGRATION_URL === undefined))
    throw new Error('INTEGRATION_KIND and INTEGRATION_URL are given together')
  return read
}

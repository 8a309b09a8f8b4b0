import * as z from 'zod'

const environment = z.object({
  TABLE_NAME: z.string(),
  QUEUE_URL_PREFIX: z.string(),
  BUCKET_NAME: z.string(),
  /** Where browsers reach the app, e.g. https://app.example.com; the only origin sockets may come from. */
  APP_ORIGIN: z.string(),
  /** Browsers reach S3 here instead of at AWS, where the emulator answers them through the local gateway. */
  PUBLIC_S3_ENDPOINT: z.string().optional(),
  /** The WebSocket API's management endpoint. */
  SOCKET_ENDPOINT: z.string().optional(),
  /** CloudFront sends it with every request; nobody else knows it. */
  ORIGIN_SECRET: z.string().optional(),
  VERSION: z.string().default('0.1.0'),
})

export type Environment = z.infer<typeof environment>

export const readEnvironment = (variables: NodeJS.ProcessEnv): Environment => environment.parse(variables)

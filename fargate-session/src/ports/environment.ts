import { shardCount } from '@recado/shared/queues/shards'
import * as z from 'zod'

/** A version in WhatsApp's form, `2.3000.1043857760`. An empty text is undefined. */
const clientVersion = z
  .string()
  .regex(/^(\d+\.\d+\.\d+)?$/)
  .transform((text): [number, number, number] | undefined => {
    const [first = 0, second = 0, third = 0] = text.split('.').map(Number)
    return text === '' ? undefined : [first, second, third]
  })

const environment = z.object({
  TABLE_NAME: z.string(),
  AUTH_TABLE_NAME: z.string(),
  QUEUE_URL_PREFIX: z.string(),
  /** The deployment's number of shards. */
  SHARDS: shardCount,
  BUCKET_NAME: z.string(),
  LOG_LEVEL: z.string().default('info'),
  NODE_ENV: z.string().default('development'),
  /** Name of the deployment for its metrics. Without it, no metrics are written. */
  DEPLOYMENT: z.string().optional(),
  /** Addresses of ECS: its agent, and the task's metadata. */
  ECS_AGENT_URI: z.url().optional(),
  ECS_CONTAINER_METADATA_URI_V4: z.url().optional(),
  /** Client version for WhatsApp, if not the default of the code. */
  WHATSAPP_VERSION: clientVersion.optional(),
  /** Address of the simulator, on this machine only. Without it, the real WhatsApp. */
  WHATSAPP_URL: z.string().optional(),
  /** Lifetime of the simulator's QR codes, in milliseconds. */
  WHATSAPP_QR_MS: z.coerce.number().int().positive().optional(),
  /** Public key of the simulator's certificate root, in base64. */
  WHATSAPP_ROOT_KEY: z.string().optional(),
})

export type Environment = z.infer<typeof environment>

export const readEnvironment = (variables: NodeJS.ProcessEnv): Environment => environment.parse(variables)

import * as z from 'zod'

/** A version as WhatsApp writes it, `2.3000.1043857760`; undefined where it is left empty. */
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
  BUCKET_NAME: z.string(),
  LOG_LEVEL: z.string().default('info'),
  NODE_ENV: z.string().default('development'),
  /** The deployment's name, under which its figures stand; without it none are told. */
  DEPLOYMENT: z.string().optional(),
  /** Where ECS listens to its tasks, and where it tells them what they are. */
  ECS_AGENT_URI: z.url().optional(),
  ECS_CONTAINER_METADATA_URI_V4: z.url().optional(),
  /** The version of the client that WhatsApp is told, where not the code's own. */
  WHATSAPP_VERSION: clientVersion.optional(),
  /** Another WhatsApp than the real one: the simulator, on this machine only. */
  WHATSAPP_URL: z.string().optional(),
  /** How long the simulator's QR codes are good for, in milliseconds. */
  WHATSAPP_QR_MS: z.coerce.number().int().positive().optional(),
  /** The public key of the simulator's certificate root, in base64. */
  WHATSAPP_ROOT_KEY: z.string().optional(),
})

export type Environment = z.infer<typeof environment>

export const readEnvironment = (variables: NodeJS.ProcessEnv): Environment => environment.parse(variables)

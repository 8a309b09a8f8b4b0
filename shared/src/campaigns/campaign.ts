import * as z from 'zod'
import { holdReason } from '../connections/health.ts'
import { id } from '../ids.ts'
import { shipping } from './shipping.ts'

export const CAMPAIGN_STATUSES = ['INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA'] as const
export const campaignStatus = z.enum(CAMPAIGN_STATUSES)
export type CampaignStatus = z.infer<typeof campaignStatus>

export const campaignType = z.enum(['PRIVATE', 'GROUP'])
export type CampaignType = z.infer<typeof campaignType>

/** WhatsApp shows about 65,000 characters; 4,096 is what its own clients let a person write comfortably. */
export const MESSAGE_MAX_LENGTH = 4096
/** `{nome}` and the other variables that a message may hold (part 2 §2). */
export const MESSAGE_VARIABLES = ['saudacao', 'nome', 'numero', 'email', 'var1', 'var2', 'var3'] as const
/** More contacts than this in a list is advised against, not refused (part 3 §5). */
export const RECOMMENDED_LIST_SIZE = 500
/** A new campaign is proposed for this long from now (part 2 §9). */
export const DEFAULT_SCHEDULE_MINUTES = 10

/** Why a running campaign sends nothing at this moment. */
export const waitingFor = z.enum([
  'connection',
  'longer-pause',
  'preparation',
  'acknowledgements',
  ...holdReason.options,
])
export type WaitingFor = z.infer<typeof waitingFor>

const message = z
  .string()
  .max(MESSAGE_MAX_LENGTH)
  .nullish()
  .transform((text) => (text?.trim() ? text : null))

const messages = {
  message1: message,
  message2: message,
  message3: message,
  message4: message,
  message5: message,
}
export const MESSAGE_FIELDS = ['message1', 'message2', 'message3', 'message4', 'message5'] as const

/** What a person fills in. Empty strings come as null (part 2 §5). */
export const campaignInput = z.strictObject({
  name: z.string().trim().min(2).max(50),
  type: campaignType.default('PRIVATE'),
  whatsappId: id,
  contactListId: id,
  ...messages,
  /** ISO 8601 in UTC; null saves the campaign without a time (INATIVA). */
  scheduledAt: z.iso.datetime().nullish(),
})
export type CampaignInput = z.infer<typeof campaignInput>

/** The same when a campaign is changed: what is left out stays as it is. */
export const campaignChange = z.strictObject({
  name: campaignInput.shape.name.optional(),
  whatsappId: id.optional(),
  contactListId: id.optional(),
  message1: message.optional(),
  message2: message.optional(),
  message3: message.optional(),
  message4: message.optional(),
  message5: message.optional(),
  scheduledAt: z.iso.datetime().nullish(),
})
export type CampaignChange = z.infer<typeof campaignChange>

export const campaignCounters = z.object({
  /** Recipients, less those known to be invalid. */
  validContacts: z.number().int(),
  /** SENDED plus blocked, so that the specified progress formula is true (part 3 §6). */
  delivered: z.number().int(),
  blockeds: z.number().int(),
  onlyConfirmed: z.number().int(),
  confirmedAndDelivered: z.number().int(),
  /** Acknowledged by WhatsApp's server. */
  sent: z.number().int(),
  failed: z.number().int(),
  /** Neither sent nor failed yet. */
  open: z.number().int(),
  /** Arrived on the phone. */
  received: z.number().int(),
  read: z.number().int(),
})
export type CampaignCounters = z.infer<typeof campaignCounters>

const text = z.string().nullable()

export const campaign = z.object({
  id: z.string(),
  name: z.string(),
  status: campaignStatus,
  type: campaignType,
  message1: text,
  message2: text,
  message3: text,
  message4: text,
  message5: text,
  whatsappId: z.string(),
  contactListId: z.string(),
  scheduledAt: z.string().nullable(),
  startedAt: z.string().nullable(),
  completedAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  companyId: z.string(),
  validContacts: z.number().int(),
  /** How many recipients failed. */
  errors: z.number().int(),
  waitingFor: waitingFor.nullable(),
  waitingUntil: z.string().nullable(),
  counters: campaignCounters,
})
export type Campaign = z.infer<typeof campaign>

/** What the report shows. `shipping` holds the first 1,000 rows. */
export const campaignReport = campaign.extend({
  whatsapp: z.object({ id: z.string(), name: z.string() }).nullable(),
  contactList: z.object({ id: z.string(), name: z.string(), contactsCount: z.number().int() }).nullable(),
  shipping: z.array(shipping),
})
export type CampaignReport = z.infer<typeof campaignReport>

import * as z from 'zod'
import { holdReason } from '../connections/health.ts'
import { id } from '../ids.ts'
import { name, nameText } from '../name.ts'
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
  /** Outside the company's send windows. */
  'window',
  /** Everybody left was asked for a confirmation and has not answered. */
  'confirmations',
  /** Somebody stopped all sending of the company, or the operator that of the whole platform. */
  /** The company has not paid, or is switched off. */
  'company-overdue',
  'company-inactive',
  'company-stop',
  'platform-stop',
  ...holdReason.options,
])
export type WaitingFor = z.infer<typeof waitingFor>

/**
 * Why a campaign is paused; only `person` was decided by somebody. `refusals`: WhatsApp refused several messages in a
 * row.
 */
export const pauseReason = z.enum(['person', 'logged-out', 'media', 'refusals'])
export type PauseReason = z.infer<typeof pauseReason>

/** Attachments of campaigns, in bytes (part 2 §9). */
export const MEDIA_MAX_BYTES = 20 * 1024 * 1024
/** More group lists than this make no campaign that a person can oversee. */
export const GROUP_LISTS_MAX = 100

export const MESSAGE_FIELDS = ['message1', 'message2', 'message3', 'message4', 'message5'] as const
export const CONFIRMATION_FIELDS = [
  'confirmationMessage1',
  'confirmationMessage2',
  'confirmationMessage3',
  'confirmationMessage4',
  'confirmationMessage5',
] as const

/** Where something stands relative to the text; `both`: before and after it. */
export const mediaMode = z.enum(['above', 'below', 'both'])
export type MediaMode = z.infer<typeof mediaMode>
export const contactMode = z.enum(['above', 'below'])
/** `group`: one message into each group; `participants`: one to each member. */
export const groupMode = z.enum(['group', 'participants'])
export type GroupMode = z.infer<typeof groupMode>

/** An empty text is none (part 2 §5). */
const emptyAsNull = (text: string | null | undefined) => (text?.trim() ? text : null)
const message = z.string().max(MESSAGE_MAX_LENGTH).nullish().transform(emptyAsNull)
const shortText = (longest: number) => z.string().max(longest).nullish().transform(emptyAsNull)

const messages = {
  message1: message,
  message2: message,
  message3: message,
  message4: message,
  message5: message,
  confirmationMessage1: message,
  confirmationMessage2: message,
  confirmationMessage3: message,
  confirmationMessage4: message,
  confirmationMessage5: message,
  mediaMode,
  /** The attachment's name. Before its upload: that there will be one. */
  mediaName: shortText(255),
}

const recipients = {
  name,
  whatsappId: id,
  /** One list; of a GROUP campaign one or several group lists. */
  contactListId: z.union([id, z.array(id).min(1).max(GROUP_LISTS_MAX)]),
  groupMode,
  confirmation: z.boolean(),
  contactName: nameText(0, 50).nullish().transform(emptyAsNull),
  contactNumber: shortText(25),
  contactMode,
  /** Adds the line that tells how to opt out. */
  block: z.boolean(),
  /** A reply opens a ticket, in this queue and with this tag. */
  initTreatment: z.boolean(),
  queueId: id.nullable(),
  tagId: id.nullable(),
  /** ISO 8601 in UTC; null leaves the campaign without a time (INATIVA). */
  scheduledAt: z.iso.datetime().nullable(),
}

/** Whom a campaign writes to: a list, or whoever has a tag of the integrated platform. */
const recipientsFrom = z.enum(['list', 'tag'])

/** What a person fills in. Empty strings come as null (part 2 §5). */
export const campaignInput = z.strictObject({
  ...recipients,
  ...messages,
  recipientsFrom: recipientsFrom.default('list'),
  /** Left out where it writes to a tag, which `tagId` then is: of the platform, for no ticket. */
  contactListId: recipients.contactListId.optional(),
  /** Somebody has agreed that a tag of more than 500 contacts makes several campaigns. */
  confirmSplit: z.boolean().default(false),
  type: campaignType.default('PRIVATE'),
  mediaMode: mediaMode.default('above'),
  groupMode: groupMode.default('group'),
  confirmation: z.boolean().default(false),
  contactMode: contactMode.default('below'),
  block: z.boolean().default(false),
  initTreatment: z.boolean().default(false),
  queueId: id.nullish().transform((value) => value ?? null),
  tagId: id.nullish().transform((value) => value ?? null),
  scheduledAt: z.iso.datetime().nullish(),
})
export type CampaignInput = z.infer<typeof campaignInput>

/** The same when a campaign is changed: what is left out stays as it is. */
export const campaignChange = z.strictObject({ ...recipients, ...messages }).partial()
export type CampaignChange = z.infer<typeof campaignChange>

/** What stays open of a cancelled campaign: the connection and the messages (part 2 §2). */
export const CHANGEABLE_WHEN_CANCELLED: readonly string[] = ['whatsappId', ...Object.keys(messages)]

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
  /** Wrote back since. */
  replied: z.number().int(),
  /** Asked for a confirmation and not answered yet; part of `open`. */
  awaiting: z.number().int(),
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
  confirmationMessage1: text,
  confirmationMessage2: text,
  confirmationMessage3: text,
  confirmationMessage4: text,
  confirmationMessage5: text,
  confirmation: z.boolean(),
  mediaMode,
  mediaName: text,
  /** Where the attachment lies, once it is uploaded. */
  mediaPath: text,
  mediaType: text,
  contactName: text,
  contactNumber: text,
  contactMode,
  block: z.boolean(),
  initTreatment: z.boolean(),
  queueId: text,
  tagId: text,
  groupMode,
  /** Of a tag: its list was made with it, and `tagId` is the integrated platform's. */
  recipientsFrom: recipientsFrom.default('list'),
  whatsappId: z.string(),
  contactListId: z.union([z.string(), z.array(z.string())]),
  scheduledAt: z.string().nullable(),
  startedAt: z.string().nullable(),
  completedAt: z.string().nullable(),
  /** Since when its recipients are not kept any more: its figures stay. */
  detailsErasedAt: z.string().nullable().default(null),
  createdAt: z.string(),
  updatedAt: z.string(),
  companyId: z.string(),
  validContacts: z.number().int(),
  /** How many recipients failed. */
  errors: z.number().int(),
  pausedAt: z.string().nullable(),
  pauseReason: pauseReason.nullable(),
  waitingFor: waitingFor.nullable(),
  waitingUntil: z.string().nullable(),
  counters: campaignCounters,
})
export type Campaign = z.infer<typeof campaign>

export const createdCampaign = campaign.extend({
  /** Of a tag that was split the parts in their order, of which this is the first; else this one. */
  partIds: z.array(z.string()),
})
export type CreatedCampaign = z.infer<typeof createdCampaign>

/** What became of one of the campaign's messages. */
export const variantResult = z.object({
  /** 1 to 5. */
  variant: z.number().int(),
  sent: z.number().int(),
  received: z.number().int(),
  read: z.number().int(),
  replied: z.number().int(),
})
export type VariantResult = z.infer<typeof variantResult>

const listInReport = z.object({
  id: z.string(),
  name: z.string(),
  contactsCount: z.number().int(),
  /** Members of a group list. */
  contacts: z.number().int(),
  valid: z.number().int(),
})

/** What the report shows. `shipping` holds the first 1,000 rows. */
export const campaignReport = campaign.extend({
  whatsapp: z.object({ id: z.string(), name: z.string() }).nullable(),
  contactList: listInReport.nullable(),
  contactLists: z.array(listInReport),
  /** For five minutes. */
  mediaUrl: z.string().nullable(),
  variants: z.array(variantResult),
  /** When the last message leaves, as far as it can be told; of a running campaign. */
  expectedEndAt: z.string().nullable(),
  shipping: z.array(shipping),
})
export type CampaignReport = z.infer<typeof campaignReport>

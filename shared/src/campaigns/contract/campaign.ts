import * as z from 'zod'
import { holdReason } from '../../connections/health.ts'
import { omittedIfNull, orDefault } from '../../http/empty-fields.ts'
import { id } from '../../ids.ts'
import { name, nameText } from '../../name.ts'
import { shipping } from './shipping.ts'

export const CAMPAIGN_STATUSES = ['INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA'] as const
export const campaignStatus = z.enum(CAMPAIGN_STATUSES)
export type CampaignStatus = z.infer<typeof campaignStatus>

export const campaignType = z.enum(['PRIVATE', 'GROUP'])
export type CampaignType = z.infer<typeof campaignType>

/** WhatsApp shows about 65,000 characters; its own clients comfortably let a person write 4,096. */
export const MESSAGE_MAX_LENGTH = 4096
/** `{nome}` and the other variables that a message may hold (part 2 §2). */
export const MESSAGE_VARIABLES = ['saudacao', 'nome', 'numero', 'email', 'var1', 'var2', 'var3'] as const
/** More contacts than this in a list is advised against, not refused (part 3 §5). */
export const RECOMMENDED_LIST_SIZE = 500
/** The form proposes a start this many minutes from now (part 2 §9). */
export const DEFAULT_SCHEDULE_MINUTES = 10

/** An internal error in a campaign: the reference names its log line. */
export const campaignFault = z.object({ reference: z.string(), at: z.string() })

/** Why a running campaign sends nothing at this moment, or why one that has not begun cannot start. */
export const waitingFor = z.enum([
  /** It has not begun, and its announced attachment was not uploaded. */
  'attachment',
  /** An internal error stopped it. It is tried again every few minutes. */
  'fault',
  'connection',
  'longer-pause',
  'preparation',
  'acknowledgements',
  /** Outside the company's send windows. */
  'window',
  /** All remaining recipients were asked for a confirmation and have not answered. */
  'confirmations',
  /** The company has not paid, or is switched off. */
  'company-overdue',
  'company-inactive',
  /** The operator switched the company's campaigns off. */
  'campaigns-off',
  /** A person stopped all sending of the company, or the operator that of the whole platform. */
  'company-stop',
  'platform-stop',
  ...holdReason.options,
])
export type WaitingFor = z.infer<typeof waitingFor>

/**
 * Why a campaign is paused; only `person` is a person's decision. `refusals`: WhatsApp refused several messages in a
 * row. `undelivered`: it accepted many, and no phone received one. `banned`: it banned the account.
 */
export const pauseReason = z.enum(['person', 'logged-out', 'banned', 'media', 'refusals', 'undelivered'])
export type PauseReason = z.infer<typeof pauseReason>

/** Attachments of campaigns, in bytes (part 2 §9). */
export const MEDIA_MAX_BYTES = 20 * 1024 * 1024
/** The most group lists of a campaign: a person cannot oversee more. */
export const GROUP_LISTS_MAX = 100

export const MESSAGE_FIELDS = ['message1', 'message2', 'message3', 'message4', 'message5'] as const
export const CONFIRMATION_FIELDS = [
  'confirmationMessage1',
  'confirmationMessage2',
  'confirmationMessage3',
  'confirmationMessage4',
  'confirmationMessage5',
] as const

/** Position relative to the text; `both`: before and after it. */
export const mediaMode = z.enum(['above', 'below', 'both'])
export type MediaMode = z.infer<typeof mediaMode>
export const contactMode = z.enum(['above', 'below'])
/** `group`: one message into each group; `participants`: one to each member. */
export const groupMode = z.enum(['group', 'participants'])
export type GroupMode = z.infer<typeof groupMode>

/** Whether the recipients of a campaign are groups, not people. */
export const isIntoGroups = ({ type, groupMode }: { type: CampaignType; groupMode: GroupMode }): boolean =>
  type === 'GROUP' && groupMode === 'group'

/** An empty text counts as no text (part 2 §5). */
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
  /** The attachment's name. Before the upload it announces the attachment. */
  mediaName: shortText(255),
}

const recipients = {
  name,
  whatsappId: id,
  /** One list; for a GROUP campaign one or several group lists. */
  contactListId: z.union([id, z.array(id).min(1).max(GROUP_LISTS_MAX)]),
  groupMode,
  confirmation: z.boolean(),
  contactName: nameText(0, 50).nullish().transform(emptyAsNull),
  contactNumber: shortText(25),
  contactMode,
  /** Adds the line that explains how to opt out. */
  block: z.boolean(),
  /** A reply opens a ticket, in this queue and with this tag. */
  initTreatment: z.boolean(),
  queueId: id.nullable(),
  tagId: id.nullable(),
  /** ISO 8601 in UTC; null leaves the campaign without a time (INATIVA). */
  scheduledAt: z.iso.datetime().nullable(),
  /** The time that the form of a draft shows. It starts nothing; only `scheduledAt` does. */
  draftScheduledAt: z.iso.datetime().nullish(),
}

/** The source of the recipients: a list, or a tag of the integrated platform. */
const recipientsFrom = z.enum(['list', 'tag'])

/** The form's fields. Empty strings become null (part 2 §5). */
export const campaignInput = z.strictObject({
  ...recipients,
  ...messages,
  /** Without it, a campaign without a list, but with a tag, is one to that tag. */
  recipientsFrom: recipientsFrom.optional(),
  /** Omitted for a campaign to a tag: `tagId` is then the integrated platform's tag, and no ticket tag. */
  contactListId: recipients.contactListId.nullish(),
  /** The user agreed that a tag of more than 500 contacts becomes several campaigns. */
  confirmSplit: z.boolean().default(false),
  type: campaignType.default('PRIVATE'),
  mediaMode: orDefault(mediaMode, 'above'),
  groupMode: orDefault(groupMode, 'group'),
  confirmation: z.boolean().default(false),
  contactMode: orDefault(contactMode, 'below'),
  block: z.boolean().default(false),
  initTreatment: z.boolean().default(false),
  queueId: id.nullish().transform((value) => value ?? null),
  tagId: id.nullish().transform((value) => value ?? null),
  scheduledAt: z.iso.datetime().nullish(),
})
export type CampaignInput = z.infer<typeof campaignInput>

/** A change of a campaign: omitted fields stay as they are, and so does a choice that is null. */
export const campaignChange = z
  .strictObject({ ...recipients, ...messages })
  .partial()
  .extend({
    contactListId: omittedIfNull(recipients.contactListId),
    mediaMode: omittedIfNull(mediaMode),
    groupMode: omittedIfNull(groupMode),
    contactMode: omittedIfNull(contactMode),
  })
export type CampaignChange = z.infer<typeof campaignChange>

/** Fields of a cancelled campaign that stay editable: the connection and the messages (part 2 §2). */
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
  /** Wrote back after the message. */
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
  /** The attachment's location, once it is uploaded. */
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
  /** `tag`: the list was created with the campaign, and `tagId` is the integrated platform's tag. */
  recipientsFrom: recipientsFrom.default('list'),
  whatsappId: z.string(),
  contactListId: z.union([z.string(), z.array(z.string())]),
  scheduledAt: z.string().nullable(),
  draftScheduledAt: z.string().nullable().default(null),
  startedAt: z.string().nullable(),
  completedAt: z.string().nullable(),
  /** When its recipients were deleted; its figures stay. */
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
  /** The last internal error; null after the next sent message. */
  fault: campaignFault.nullable().default(null),
  /** Of a wait, or of the ban that paused it, if the end is known. */
  waitingUntil: z.string().nullable(),
  counters: campaignCounters,
})
export type Campaign = z.infer<typeof campaign>

export const createdCampaign = campaign.extend({
  /** For a split tag, all parts in order, this campaign first; otherwise only this campaign. */
  partIds: z.array(z.string()),
})
export type CreatedCampaign = z.infer<typeof createdCampaign>

/** Results of one message variant of the campaign. */
export const variantResult = z.object({
  /** 1 to 5. */
  variant: z.number().int(),
  sent: z.number().int(),
  received: z.number().int(),
  read: z.number().int(),
  replied: z.number().int(),
})
export type VariantResult = z.infer<typeof variantResult>

/** A campaign's counts at a moment. */
export const timelinePoint = campaignCounters
  .pick({ sent: true, received: true, read: true, replied: true })
  .extend({ at: z.string() })
export type TimelinePoint = z.infer<typeof timelinePoint>

const listInReport = z.object({
  id: z.string(),
  name: z.string(),
  contactsCount: z.number().int(),
  /** Members of a group list. */
  contacts: z.number().int(),
  valid: z.number().int(),
})

/** The report's data. `shipping` holds the first 1,000 rows. */
export const campaignReport = campaign.extend({
  /** If it is deleted, as it was named when the campaign began. */
  whatsapp: z.object({ id: z.string(), name: z.string() }).nullable(),
  contactList: listInReport.nullable(),
  contactLists: z.array(listInReport),
  /** Deleted lists are among them, as they were named when the campaign began. */
  listNames: z.array(z.string()),
  /** Valid for five minutes. */
  mediaUrl: z.string().nullable(),
  variants: z.array(variantResult),
  /** Estimated time of the last message; only for a running campaign. */
  expectedEndAt: z.string().nullable(),
  /** Its counts over time, in order; empty if they were not recorded. */
  timeline: z.array(timelinePoint),
  shipping: z.array(shipping),
})
export type CampaignReport = z.infer<typeof campaignReport>

import * as z from 'zod'
import { LANGUAGES } from '../language.ts'

const tenant = { companyId: z.string() }

/** One tick of a connection's pace chain. A stale tick is dropped. */
export const paceTick = z.object({
  ...tenant,
  connectionId: z.string(),
  epoch: z.number().int(),
  seq: z.number().int(),
})
export type PaceTick = z.infer<typeof paceTick>

/** Prepares and starts a campaign. */
export const startJob = z.object({ ...tenant, campaignId: z.string() })
export type StartJob = z.infer<typeof startJob>
/** Looks at a schedule whose time has come. One that is due at another time by then is left alone. */
export const scheduleJob = z.object({ ...tenant, scheduleId: z.string(), dueAt: z.string() })
export type ScheduleJob = z.infer<typeof scheduleJob>
export const sweepJob = z.object({ sweep: z.number().int() })
export type SweepJob = z.infer<typeof sweepJob>
/** Imports contacts into a list. Without a list: into the contacts, if `into` says so, or the blocked contacts. */
export const importJob = z.object({
  ...tenant,
  contactListId: z.string().nullable(),
  into: z.literal('contacts').optional(),
  importId: z.string(),
  /** Only checks that the import still makes progress. */
  watch: z.boolean().optional(),
})
export type ImportJob = z.infer<typeof importJob>
/** Hands imported contacts over to the integrated platform. */
export const handoverJob = z.object({
  ...tenant,
  contactListId: z.string(),
  importId: z.string(),
  /** Failed tries since the platform last accepted a contact. */
  tries: z.number().int().default(0),
})
export type HandoverJob = z.infer<typeof handoverJob>
/** Writes a spreadsheet that takes longer than a request may. */
export const exportJob = z.object({ ...tenant, exportId: z.string() })
export type ExportJob = z.infer<typeof exportJob>
/** Asks WhatsApp about the unknown numbers of a list. */
export const validityJob = z.object({
  ...tenant,
  contactListId: z.string(),
  /** null: only known answers are put into the list, and WhatsApp is not asked. */
  checkId: z.string().nullable(),
  /** Continues behind the card at this place. */
  after: z.number().int().optional(),
  /** Only queues a first job if the check has had none. */
  watch: z.boolean().optional(),
  /** The check's watch has queued its first job. */
  byWatch: z.boolean().optional(),
})
export type ValidityJob = z.infer<typeof validityJob>
/**
 * Deletes data in the background: the rest of a deleted list, campaign, connection, ticket queue or user, an erased
 * person, a deleted company, the sessions of a company that was switched off, and data beyond its retention time
 * (`retention`; the round over all companies is a job of the platform). `request` gives a connection the command of a call
 * that died.
 */
export const cleanupJob = z.object({
  ...tenant,
  kind: z.enum([
    'contact-list',
    'campaign',
    'connection',
    'request',
    'ticket-queue',
    'user',
    'data-subject',
    'company',
    'sessions',
    'retention',
    'retention-round',
  ]),
  id: z.string(),
  /** For a request: the command, and the connection's `request` with it. */
  asked: z.enum(['open', 'relink', 'unlink']).optional(),
  request: z.number().int().optional(),
  /** For a campaign: the key of its attachment. */
  source: z.string().optional(),
  /** For a campaign: how often its ledger was prepared. */
  preparations: z.number().int().optional(),
  /** For a round: the company after which it goes on. */
  after: z.string().optional(),
})
export type CleanupJob = z.infer<typeof cleanupJob>

/** Something that users are told of by a notice. What it says is read when they are told. */
export const noticeCause = z.discriminatedUnion('kind', [
  /** `looks`: how often the connection was looked at and was down, since the event that it went down. */
  z.object({ kind: z.literal('connection-down'), connectionId: z.string(), looks: z.number().int() }),
  z.object({ kind: z.literal('campaign-ended'), campaignId: z.string() }),
  z.object({ kind: z.literal('campaign-waiting'), campaignId: z.string() }),
  z.object({ kind: z.literal('campaign-failing'), campaignId: z.string() }),
  z.object({
    kind: z.literal('import-ended'),
    importId: z.string(),
    contactListId: z.string().nullable(),
    into: z.literal('contacts').optional(),
  }),
  /** `of`: the kind that has one more now, or the due date. */
  z.object({ kind: z.literal('plan'), of: z.enum(['users', 'connections', 'queues', 'due']) }),
])
export type NoticeCause = z.infer<typeof noticeCause>

/** The language of a mail about an account: the page's, where a user asked for the mail. Jobs of earlier code have none. */
const mailLanguage = z.enum(LANGUAGES).optional()

/** A mail to write and send, or a notice that may be mailed too. Its secrets are created when it is written. */
export const emailJob = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('password-link'),
    ...tenant,
    userId: z.string(),
    /** The owner forgot the password, or an admin gives access to the account. */
    why: z.enum(['forgotten', 'access']),
  }),
  z.object({ kind: z.literal('forgotten-password'), email: z.string(), language: mailLanguage }),
  z.object({
    kind: z.literal('invitation'),
    ...tenant,
    invitationId: z.string(),
    language: mailLanguage,
  }),
  /** Informs an admin of a company about an operator's action on a user there. */
  z.object({
    kind: z.literal('operator-deed'),
    ...tenant,
    to: z.string(),
    deed: z.enum(['created', 'changed', 'invited']),
    operator: z.string(),
    /** The user's name and e-mail; an invitation may have neither. */
    name: z.string(),
    email: z.string(),
  }),
  /** Writes a notice for each user whom it concerns. @see NoticeCause */
  z.object({
    kind: z.literal('cause'),
    ...tenant,
    cause: noticeCause,
    /** When it was seen first, ISO 8601. */
    at: z.string(),
  }),
  /** Mails a notice to its user. */
  z.object({ kind: z.literal('notice'), ...tenant, userId: z.string(), noticeId: z.string() }),
])
export type EmailJob = z.infer<typeof emailJob>

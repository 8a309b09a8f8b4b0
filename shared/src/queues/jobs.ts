import * as z from 'zod'

const tenant = { companyId: z.string() }

/** One tick of a connection's pace chain. Whatever does not match the pace row any more is dropped. */
export const paceTick = z.object({
  ...tenant,
  connectionId: z.string(),
  epoch: z.number().int(),
  seq: z.number().int(),
})
export type PaceTick = z.infer<typeof paceTick>

/** A campaign that is to be prepared and set going. */
export const startJob = z.object({ ...tenant, campaignId: z.string() })
export type StartJob = z.infer<typeof startJob>
export const sweepJob = z.object({ sweep: z.number().int() })
export type SweepJob = z.infer<typeof sweepJob>
/** A spreadsheet that is to be read into a list, or (null) into the blocked contacts. */
export const importJob = z.object({
  ...tenant,
  contactListId: z.string().nullable(),
  importId: z.string(),
  /** Only to look whether it still gets on. */
  watch: z.boolean().optional(),
})
export type ImportJob = z.infer<typeof importJob>
/** Imported contacts that are to be handed to the integrated platform. */
export const handoverJob = z.object({
  ...tenant,
  contactListId: z.string(),
  importId: z.string(),
  /** How often the platform was away since it last took somebody. */
  tries: z.number().int().default(0),
})
export type HandoverJob = z.infer<typeof handoverJob>
/** A spreadsheet that takes longer to write than a request may. */
export const exportJob = z.object({ ...tenant, exportId: z.string() })
export type ExportJob = z.infer<typeof exportJob>
/** A list whose unknown numbers WhatsApp is asked about. */
export const validityJob = z.object({
  ...tenant,
  contactListId: z.string(),
  /** null: only what is known already is put into the list, WhatsApp is not asked. */
  checkId: z.string().nullable(),
  /** Goes on behind the card at this place. */
  after: z.number().int().optional(),
})
export type ValidityJob = z.infer<typeof validityJob>
/**
 * What is left of a deleted list or campaign is cleared away in the background, and what there is of an erased person,
 * of a deleted company, of sessions of one that was switched off, and what a company keeps no longer (`retention`; the
 * round of all companies is a job of the platform's).
 */
export const cleanupJob = z.object({
  ...tenant,
  kind: z.enum([
    'contact-list',
    'campaign',
    'connection',
    'data-subject',
    'company',
    'sessions',
    'retention',
    'retention-round',
  ]),
  id: z.string(),
  /** Of a campaign: where its attachment lies. */
  source: z.string().optional(),
})
export type CleanupJob = z.infer<typeof cleanupJob>

/** A mail that is to be written and sent. What is secret in it is made when it is written. */
export const emailJob = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('password-link'),
    ...tenant,
    userId: z.string(),
    /** Its owner forgot the password, or somebody gives access to the account. */
    why: z.enum(['forgotten', 'access']),
  }),
  z.object({ kind: z.literal('forgotten-password'), email: z.string() }),
  z.object({ kind: z.literal('invitation'), ...tenant, invitationId: z.string() }),
  /** Tells an admin of a company what an operator did to a user there. */
  z.object({
    kind: z.literal('operator-deed'),
    ...tenant,
    to: z.string(),
    deed: z.enum(['created', 'changed', 'invited']),
    operator: z.string(),
    /** The user's; an invitation may have neither. */
    name: z.string(),
    email: z.string(),
  }),
])
export type EmailJob = z.infer<typeof emailJob>

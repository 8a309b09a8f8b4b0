import * as z from 'zod'
import { datesWithHours, sendWindows } from '../calendar/weekly-periods.ts'
import { id } from '../ids.ts'

export const useType = z.enum(['CLIENTE', 'TESTE', 'INTERNO'])
export const recurrence = z.enum(['MENSAL', 'BIMESTRAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'])
export const paymentMethod = z.enum([
  'mercado_pago',
  'hotmart',
  'pix',
  'transferencia',
  'cartao',
  'boleto',
  'asaas',
])
export const blockType = z.enum(['TEXT', 'BUTTON'])

/** Whether closed tickets ask for a rating, and whose opening hours count (part 2 §3). */
export const userRating = z.enum(['enabled', 'disabled'])
export const scheduleType = z.enum(['disabled', 'queue', 'company'])

export const companySetting = z.object({ key: z.string(), value: z.string() })

/**
 * When the company is open, in its own zone: any number of periods a weekday, closed on holidays, and dates with hours of
 * their own.
 */
export const companySchedules = sendWindows
  .pick({ periods: true, holidays: true })
  .extend({ exceptions: datesWithHours.optional() })
export type CompanySchedules = z.infer<typeof companySchedules>

/** A company of another instance: the instance's id here, and the company's id there. */
export const companyElsewhere = z.strictObject({ instanceId: id, companyId: id })
export type CompanyElsewhere = z.infer<typeof companyElsewhere>

/** The company as its own users see it at login. */
export const sessionCompany = z.object({
  id: z.string(),
  name: z.string(),
  /** A local date, YYYY-MM-DD: "ativo até". */
  dueDate: z.string().nullable(),
  /** Since when sending is stopped because the company has not paid, ISO 8601; null while it sends. */
  overdueSince: z.string().nullable(),
  settings: z.array(companySetting),
  /** The address of the company's instance; empty for this deployment (part 3 §8). */
  instance: z.object({ address: z.string() }).nullable(),
})
export type SessionCompany = z.infer<typeof sessionCompany>

/** A stored company. */
export interface Company {
  id: string
  name: string
  email: string
  phone: string | null
  /** CPF or CNPJ, without punctuation. */
  document: string | null
  /** null: no limits, as the platform's own company. */
  planId: string | null
  /** null: this deployment. */
  instanceId: string | null
  /** The company of another instance whose users may be handed over to this one; null: none. */
  handoverFrom: CompanyElsewhere | null
  /** Whether its users may sign in and it may send. */
  status: boolean
  useType: z.infer<typeof useType>
  campaignsEnabled: boolean
  /** A local date of the company, YYYY-MM-DD. */
  dueDate: string | null
  /**
   * The day of the month for which it was set: of a shorter month, the last day is due. Rows without one mean the
   * date's own.
   */
  dueDay?: number | null
  /** From when it may not send, by its due date and its time zone; ISO 8601. */
  overdueFrom: string | null
  recurrence: z.infer<typeof recurrence>
  paymentMethod: z.infer<typeof paymentMethod> | null
  blockType: z.infer<typeof blockType>
  archived: boolean
  archivedAt: string | null
  userRating: z.infer<typeof userRating>
  scheduleType: z.infer<typeof scheduleType>
  /** null until an admin sets the opening hours. */
  schedules: CompanySchedules | null
  createdAt: string
  /** Raised with each change by the operator: a change applies only to the version that was read. */
  version: number
  /** Raised with each change that `endsSessions`. Sessions of an older version have ended; missing counts as 0. */
  sessionsVersion?: number
}

/** Whether a change of a company ends the sessions of its users (part 3 §2). */
export const endsSessions = (before: Company, after: Company): boolean =>
  before.dueDate !== after.dueDate ||
  before.planId !== after.planId ||
  before.status !== after.status ||
  before.instanceId !== after.instanceId

/** Whether a session was opened before the last change of its company that ends sessions. */
export const isOutdated = (
  session: { companyVersion?: number },
  { sessionsVersion = 0 }: Pick<Company, 'sessionsVersion'>,
): boolean => (session.companyVersion ?? 0) < sessionsVersion

/** A company with defaults: no plan, so no limits; no due date; campaigns switched on. */
export const newCompany = (
  given: Pick<Company, 'id' | 'name' | 'email' | 'createdAt'> & Partial<Company>,
): Company => ({
  phone: null,
  document: null,
  planId: null,
  instanceId: null,
  status: true,
  useType: 'CLIENTE',
  campaignsEnabled: true,
  dueDate: null,
  overdueFrom: null,
  recurrence: 'MENSAL',
  paymentMethod: null,
  blockType: 'TEXT',
  archived: false,
  archivedAt: null,
  userRating: 'disabled',
  scheduleType: 'disabled',
  schedules: null,
  version: 1,
  handoverFrom: null,
  ...given,
})

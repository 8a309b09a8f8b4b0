import { wakeChains } from '@recado/shared/campaigns/engine/chain'
import {
  type Company,
  type CompanyElsewhere,
  type CompanySchedules,
  endsSessions,
  newCompany,
} from '@recado/shared/companies/company'
import { dayOfMonth, nextDueDate } from '@recado/shared/companies/due-date'
import { overdueFromOf } from '@recado/shared/companies/overdue'
import type {
  CompanyInput,
  CompanyRecord,
  OneCompany,
} from '@recado/shared/companies/register/company-record'
import {
  foundCompany,
  getRegistered,
  type InTheWay,
  saveCompany,
} from '@recado/shared/companies/register/register-store'
import { companyKey, getCompany } from '@recado/shared/companies/store'
import { timeZoneOf } from '@recado/shared/companies/time-zone'
import { exceeding, getUsage, planLimit } from '@recado/shared/companies/usage'
import { DomainError, notFound } from '@recado/shared/errors/errors'
import { newId } from '@recado/shared/ids'
import { instances } from '@recado/shared/instances/store'
import type { Plan } from '@recado/shared/plans/plan'
import { plans } from '@recado/shared/plans/store'
import type { Actor } from '@recado/shared/sessions/session'
import { AGAIN, retrying } from '@recado/shared/table/retrying'
import { ConditionFailed, committed } from '@recado/shared/table/table'
import { type StoredUser, writesOfNewUser } from '@recado/shared/users/store'
import { readNumber } from '../contacts/typed-number.ts'
import { platform, ports, publish, tableOf } from '../context.ts'
import { sendPasswordLink } from '../credentials/password-links.ts'
import { countMail } from '../letters/count-mail.ts'
import { accessOf, sendAccess, withLogin, writesOfLogin } from './access.ts'
import { recordOf, todayOf } from './record.ts'

/**
 * The caller's own company. Operators also see the companies of the register.
 * @throws DomainError ERR_NO_COMPANY_FOUND
 */
export async function get(actor: Actor, companyId: string): Promise<OneCompany> {
  const company = companyId === actor.companyId ? await ownCompany(actor) : await requireCompany(companyId)
  const [record, access] = await Promise.all([recordOf(company), actor.super ? accessOf(company) : null])
  return { ...record, access }
}

/**
 * Creates a company with its first admin, who gets a link to choose a password.
 * @throws DomainError ERR_DUPLICATED_EMAIL, ERR_NO_PLAN_FOUND, ERR_NO_INSTANCE_FOUND, ERR_WAPP_INVALID_CONTACT
 */
export async function create(actor: Actor, input: CompanyInput): Promise<CompanyRecord> {
  const now = new Date(ports.now()).toISOString()
  const { name, email } = input
  const blank = newCompany({ id: newId(), name, email, createdAt: now })
  const company = await decided(await filledIn(blank, input))
  const admin: StoredUser = {
    id: newId(),
    companyId: company.id,
    name,
    email,
    profile: 'admin',
    super: false,
    createdAt: now,
    passwordHash: null,
  }
  await countMail(actor, email)
  try {
    const inTheWay = await foundCompany(ports, company, writesOfNewUser(admin))
    if (inTheWay) throw refusalOf(inTheWay)
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    throw new DomainError('conflict', 'ERR_DUPLICATED_EMAIL', 'Somebody signs in with this e-mail already')
  }
  await sendPasswordLink({ companyId: company.id, userId: admin.id, why: 'access' })
  return recordOf(company)
}

/**
 * Changes a company. The login of an admin without a password changes with the company's e-mail.
 * @throws DomainError ERR_PLAN_LIMIT with what exceeds the plan, and as `create`
 */
export const update = (companyId: string, input: CompanyInput): Promise<CompanyRecord> =>
  change(companyId, (read) => filledIn(read, input))

/** Archiving switches the company off. Restoring it does not switch it on again. */
export const archive = (companyId: string, archived: boolean): Promise<CompanyRecord> =>
  change(companyId, (read) => {
    if (read.archived === archived) return read
    if (!archived) return { ...read, archived, archivedAt: null }
    return { ...read, archived, archivedAt: new Date(ports.now()).toISOString(), status: false }
  })

/** @throws DomainError ERR_COMPANY_ARCHIVED */
export const setStatus = (companyId: string, status: boolean): Promise<CompanyRecord> =>
  change(companyId, (read) => ({ ...read, status }))

/** @throws DomainError ERR_DUE_DATE_CHANGED when the stored due date is no longer `from` */
export async function advanceDueDate(
  companyId: string,
  from: string | null | undefined,
): Promise<CompanyRecord> {
  const today = await todayOf((await requireCompany(companyId)).id)
  return change(companyId, (read) => {
    if (from !== undefined && from !== read.dueDate) {
      throw new DomainError('conflict', 'ERR_DUE_DATE_CHANGED', 'The due date is another one by now')
    }
    return {
      ...read,
      dueDate: nextDueDate(read, today),
      dueDay: read.dueDay ?? dayOfMonth(read.dueDate ?? today),
    }
  })
}

/** Sends the company's admin a password link. @returns the admin's address @throws DomainError ERR_NO_USER_FOUND */
export const resetPassword = async (actor: Actor, companyId: string): Promise<{ email: string }> =>
  sendAccess(actor, await requireCompany(companyId))

export async function saveSchedules(
  actor: Actor,
  companyId: string,
  schedules: CompanySchedules | null,
): Promise<CompanyRecord> {
  // For operators too: a call changes only the company they work in.
  if (companyId !== actor.companyId) throw noCompany()
  const changed = tableOf(companyId).update(companyKey, { set: { schedules } }, { pk: { exists: true } })
  if (!(await committed(changed))) throw noCompany()
  return recordOf(await ownCompany(actor))
}

/** Sessions end this long after their browsers got the reason, in seconds. */
const SESSIONS_END_SECONDS = 5

/** Changes the stored company, retrying after concurrent changes, and informs everyone affected. */
async function change(
  companyId: string,
  decide: (read: Company) => Company | Promise<Company>,
): Promise<CompanyRecord> {
  const decideOn = async (read: Company) => {
    const wanted = await decide(read)
    const { planId } = wanted
    const plan = planId !== read.planId && planId ? await planNamed(planId) : undefined
    const next = await decided(wanted, read)
    const login = await writesOfLogin(read, next)
    const inTheWay = await withLogin(saveCompany(ports, read, next, plan, login))
    if (inTheWay === 'changed' || inTheWay === AGAIN) return AGAIN
    if (inTheWay) throw refusalOf(inTheWay, plan && exceeding(await getUsage(tableOf(companyId)), plan))
    await follow(read, next)
    return recordOf(next)
  }
  return retrying(tableOf(companyId), () => requireCompany(companyId), decideOn)
}

/** Fields that decide whether campaigns may send. */
const DECIDE_SENDING = ['overdueFrom', 'status', 'campaignsEnabled'] as const

/** Effects of a change: its users sign in again, and work that waited for its payment continues. */
async function follow(read: Company, next: Company): Promise<void> {
  const { id: companyId } = next
  if (endsSessions(read, next)) await publish({ companyId, topic: 'company', action: 'update', body: {} })
  if (!next.status)
    await ports.queues.send('cleanup', { companyId, kind: 'sessions', id: companyId }, SESSIONS_END_SECONDS)
  if (DECIDE_SENDING.some((field) => read[field] !== next[field])) await wakeChains(ports, companyId)
}

/** The company after a decision, with the moment of its due date. @throws DomainError ERR_COMPANY_ARCHIVED */
async function decided(next: Company, read?: Company): Promise<Company> {
  if (next.archived && next.status) {
    throw new DomainError('conflict', 'ERR_COMPANY_ARCHIVED', 'An archived company cannot be switched on')
  }
  const isSameDate = read !== undefined && read.dueDate === next.dueDate
  if (isSameDate) return next
  const timeZone = await timeZoneOf(tableOf(next.id))
  return { ...next, overdueFrom: overdueFromOf(next.dueDate, timeZone) }
}

/** The company with the fields of the input. Omitted fields stay unchanged. */
async function filledIn(before: Company, input: CompanyInput): Promise<Company> {
  const { name, email, planId, phone } = input
  const dueDate = keepIfOmitted(input.dueDate, before.dueDate)
  return {
    ...before,
    name,
    email,
    planId,
    phone: phone ? await numberOf(phone) : keepIfOmitted(phone, before.phone),
    document: keepIfOmitted(input.document, before.document),
    instanceId: keepIfOmitted(input.instanceId, before.instanceId),
    handoverFrom: input.handoverFrom
      ? await requireKnownInstance(input.handoverFrom)
      : keepIfOmitted(input.handoverFrom, before.handoverFrom),
    status: keepIfOmitted(input.status, before.status),
    useType: keepIfOmitted(input.useType, before.useType),
    campaignsEnabled: keepIfOmitted(input.campaignsEnabled, before.campaignsEnabled),
    dueDate,
    dueDay: dueDate === before.dueDate ? before.dueDay : dueDate ? dayOfMonth(dueDate) : null,
    recurrence: keepIfOmitted(input.recurrence, before.recurrence),
    paymentMethod: keepIfOmitted(input.paymentMethod, before.paymentMethod),
    blockType: keepIfOmitted(input.blockType, before.blockType),
  }
}

/**
 * The link to a company on an instance registered here. If the instance is deleted later, sign-ins from it fail,
 * because its address is no longer known. @throws DomainError ERR_NO_INSTANCE_FOUND
 */
async function requireKnownInstance(elsewhere: CompanyElsewhere): Promise<CompanyElsewhere> {
  if (!(await instances.get(platform, elsewhere.instanceId))) throw notFound('ERR_NO_INSTANCE_FOUND')
  return elsewhere
}

/** An empty value differs from an omitted one. */
const keepIfOmitted = <T>(given: T | undefined, before: T): T => (given === undefined ? before : given)

async function numberOf(phone: string): Promise<string> {
  const read = await readNumber(phone)
  if (read.ok) return read.number
  const details = [{ path: 'phone', code: 'invalid' }]
  throw new DomainError('invalid', 'ERR_WAPP_INVALID_CONTACT', 'This number is not valid', { details })
}

/** A company of the register. @throws DomainError ERR_NO_COMPANY_FOUND */
export async function requireCompany(companyId: string): Promise<Company> {
  // The register first: it has no row for the platform itself, which is not a company.
  const company = (await getRegistered(platform, companyId)) && (await getCompany(tableOf(companyId)))
  if (!company) throw noCompany()
  return company
}

async function ownCompany({ companyId }: Actor): Promise<Company> {
  const company = await getCompany(tableOf(companyId))
  if (!company) throw noCompany()
  return company
}

const noCompany = () => notFound('ERR_NO_COMPANY_FOUND')

async function planNamed(planId: string): Promise<Plan> {
  const plan = await plans.get(platform, planId)
  if (!plan) throw notFound('ERR_NO_PLAN_FOUND')
  return plan
}

function refusalOf(inTheWay: InTheWay, exceeded: Parameters<typeof planLimit>[0] = []): DomainError {
  if (inTheWay === 'exceeded') return planLimit(exceeded)
  if (inTheWay === 'deleting') {
    return new DomainError('conflict', 'ERR_COMPANY_DELETING', 'The company is being deleted')
  }
  if (inTheWay === 'no-plan') return notFound('ERR_NO_PLAN_FOUND')
  if (inTheWay === 'no-instance') return notFound('ERR_NO_INSTANCE_FOUND')
  return new DomainError('conflict', 'ERR_COMPANY_CHANGED', 'The company is another one by now')
}

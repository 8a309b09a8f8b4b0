import { wakeChains } from '@recado/shared/campaigns/engine/chain'
import { getSettings } from '@recado/shared/campaigns/settings-store'
import {
  type Company,
  type CompanyElsewhere,
  type CompanySchedules,
  endsSessions,
  newCompany,
} from '@recado/shared/companies/company'
import type { CompanyInput, CompanyRecord } from '@recado/shared/companies/company-record'
import { nextDueDate } from '@recado/shared/companies/due-date'
import { overdueFromOf } from '@recado/shared/companies/overdue'
import {
  foundCompany,
  getRegistered,
  type InTheWay,
  saveCompany,
} from '@recado/shared/companies/register-store'
import { companyKey, getCompany } from '@recado/shared/companies/store'
import { exceeding, getUsage, planLimit } from '@recado/shared/companies/usage'
import { DomainError, notFound } from '@recado/shared/errors'
import { newId } from '@recado/shared/ids'
import { instances } from '@recado/shared/instances/store'
import type { Plan } from '@recado/shared/plans/plan'
import { plans } from '@recado/shared/plans/store'
import type { Actor } from '@recado/shared/sessions/session'
import { ConditionFailed, committed } from '@recado/shared/table/table'
import { allUsers, type StoredUser, writesOfNewUser } from '@recado/shared/users/store'
import { readNumber } from '../contacts/typed-number.ts'
import { platform, ports, publish, tableOf } from '../context.ts'
import { countMail } from '../email/count-mail.ts'
import { sendPasswordLink } from '../sessions/password-links.ts'
import { recordOf, todayOf } from './record.ts'

/** One's own company; operators see those of the register. @throws DomainError ERR_NO_COMPANY_FOUND */
export async function get(actor: Actor, companyId: string): Promise<CompanyRecord> {
  if (companyId === actor.companyId) return recordOf(await ownCompany(actor))
  return recordOf(await stored(companyId))
}

/**
 * Creates a company with its first admin, who is sent a link to choose a password with.
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

/** @throws DomainError ERR_PLAN_LIMIT with what exceeds the plan, and as `create` */
export const update = (companyId: string, input: CompanyInput): Promise<CompanyRecord> =>
  change(companyId, (read) => filledIn(read, input))

/** Whoever is archived is switched off, and stays so when they are brought back, until somebody switches them on. */
export const archive = (companyId: string, archived: boolean): Promise<CompanyRecord> =>
  change(companyId, (read) => {
    if (read.archived === archived) return read
    if (!archived) return { ...read, archived, archivedAt: null }
    return { ...read, archived, archivedAt: new Date(ports.now()).toISOString(), status: false }
  })

/** @throws DomainError ERR_COMPANY_ARCHIVED */
export const setStatus = (companyId: string, status: boolean): Promise<CompanyRecord> =>
  change(companyId, (read) => ({ ...read, status }))

/** @throws DomainError ERR_DUE_DATE_CHANGED where it is not the due date any more that it was counted from */
export async function advanceDueDate(
  companyId: string,
  from: string | null | undefined,
): Promise<CompanyRecord> {
  const today = await todayOf((await stored(companyId)).id)
  return change(companyId, (read) => {
    if (from !== undefined && from !== read.dueDate) {
      throw new DomainError('conflict', 'ERR_DUE_DATE_CHANGED', 'The due date is another one by now')
    }
    return { ...read, dueDate: nextDueDate(read, today) }
  })
}

/** The admin who has the company's e-mail, or else its first one. @throws DomainError ERR_NO_USER_FOUND */
export async function resetPassword(actor: Actor, companyId: string): Promise<undefined> {
  const { email } = await stored(companyId)
  const admins = (await allUsers(tableOf(companyId))).filter(({ profile }) => profile === 'admin')
  const admin = admins.find((one) => one.email === email) ?? admins[0]
  if (!admin) throw notFound('ERR_NO_USER_FOUND')
  await countMail(actor, admin.email)
  await sendPasswordLink({ companyId, userId: admin.id, why: 'access' })
}

export async function saveSchedules(
  actor: Actor,
  companyId: string,
  schedules: CompanySchedules | null,
): Promise<CompanyRecord> {
  // Of operators too it is the company they work in: a call cannot reach into another one.
  if (companyId !== actor.companyId) throw noCompany()
  const changed = tableOf(companyId).update(companyKey, { set: { schedules } }, { pk: { exists: true } })
  if (!(await committed(changed))) throw noCompany()
  return get(actor, companyId)
}

/** Sessions are ended this long after browsers were told why, in seconds. */
const SESSIONS_END_SECONDS = 5

/** Makes a change to what is stored, as often as others come between, and tells whom it concerns. */
async function change(
  companyId: string,
  decide: (read: Company) => Company | Promise<Company>,
): Promise<CompanyRecord> {
  for (;;) {
    const read = await stored(companyId)
    const next = await decided(await decide(read), read)
    const plan = next.planId !== read.planId && next.planId ? await planNamed(next.planId) : undefined
    const inTheWay = await saveCompany(ports, read, next, plan)
    if (inTheWay === 'changed') continue
    if (inTheWay) throw refusalOf(inTheWay, plan && exceeding(await getUsage(tableOf(companyId)), plan))
    await follow(read, next)
    return recordOf(next)
  }
}

/** What follows from its being another: its people sign in anew, and what waited for its payment goes on. */
async function follow(read: Company, next: Company): Promise<void> {
  const { id: companyId } = next
  if (endsSessions(read, next)) await publish({ companyId, topic: 'company', action: 'update', body: {} })
  if (!next.status)
    await ports.queues.send('cleanup', { companyId, kind: 'sessions', id: companyId }, SESSIONS_END_SECONDS)
  if (read.overdueFrom !== next.overdueFrom || read.status !== next.status) await wakeChains(ports, companyId)
}

/** A company as it was decided, with the moment that its due date means. @throws DomainError ERR_COMPANY_ARCHIVED */
async function decided(next: Company, read?: Company): Promise<Company> {
  if (next.archived && next.status) {
    throw new DomainError('conflict', 'ERR_COMPANY_ARCHIVED', 'An archived company cannot be switched on')
  }
  const isSameDate = read !== undefined && read.dueDate === next.dueDate
  if (isSameDate) return next
  const { timezone } = await getSettings(tableOf(next.id))
  return { ...next, overdueFrom: overdueFromOf(next.dueDate, timezone) }
}

/** A company with what was sent; what was left out stays as it was. */
async function filledIn(before: Company, input: CompanyInput): Promise<Company> {
  const { name, email, planId, phone } = input
  return {
    ...before,
    name,
    email,
    planId,
    phone: phone ? await numberOf(phone) : or(phone, before.phone),
    document: or(input.document, before.document),
    instanceId: or(input.instanceId, before.instanceId),
    handoverFrom: input.handoverFrom
      ? await known(input.handoverFrom)
      : or(input.handoverFrom, before.handoverFrom),
    status: or(input.status, before.status),
    useType: or(input.useType, before.useType),
    campaignsEnabled: or(input.campaignsEnabled, before.campaignsEnabled),
    dueDate: or(input.dueDate, before.dueDate),
    recurrence: or(input.recurrence, before.recurrence),
    paymentMethod: or(input.paymentMethod, before.paymentMethod),
    blockType: or(input.blockType, before.blockType),
  }
}

/**
 * A company of an instance that is entered here. An instance that is deleted later lets nobody in: its address is not
 * known any more. @throws DomainError ERR_NO_INSTANCE_FOUND
 */
async function known(elsewhere: CompanyElsewhere): Promise<CompanyElsewhere> {
  if (!(await instances.get(platform, elsewhere.instanceId))) throw notFound('ERR_NO_INSTANCE_FOUND')
  return elsewhere
}

/** Emptied is something else than left out. */
const or = <T>(given: T | undefined, before: T): T => (given === undefined ? before : given)

async function numberOf(phone: string): Promise<string> {
  const read = await readNumber(phone)
  if (read.ok) return read.number
  const details = [{ path: 'phone', code: 'invalid' }]
  throw new DomainError('invalid', 'ERR_WAPP_INVALID_CONTACT', 'This number is not valid', { details })
}

/** A company of the register. @throws DomainError ERR_NO_COMPANY_FOUND */
export async function stored(companyId: string): Promise<Company> {
  // Looked up there first: what is no company, as the platform itself, has no row in it.
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

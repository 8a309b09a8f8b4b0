import { byName } from '@recado/shared/by-name'
import { localDate } from '@recado/shared/calendar/local-date'
import { TIME_ZONES } from '@recado/shared/calendar/time-zones'
import { type DueFilter, daysUntil, isWantedDue } from '@recado/shared/companies/due-date'
import type { CompanyDashboard, CompanyRecord } from '@recado/shared/companies/register/company-record'
import { allRegistered, type RegisteredCompany } from '@recado/shared/companies/register/register-store'
import { getCompany } from '@recado/shared/companies/store'
import { PAGE_SIZE } from '@recado/shared/http/paging'
import { searchTerm } from '@recado/shared/searchable'
import { platform, ports, tableOf } from '../context.ts'
import { recordOf, todayOf } from './record.ts'

interface Filter {
  searchParam?: string | undefined
  pageNumber?: number | undefined
  dueFilter?: DueFilter | undefined
  archived?: boolean | undefined
  order?: 'name' | 'due' | undefined
}

const inOrder = (companies: RegisteredCompany[]) =>
  companies.sort((a, b) => byName(a, b) || (a.id < b.id ? -1 : 1))

/** Later than any due date. */
const NEVER = '9999'
/** By due date, companies without one last; companies of one date by name. */
const byDueDate = (companies: RegisteredCompany[]) =>
  inOrder(companies).sort((a, b) => (a.dueDate ?? NEVER).localeCompare(b.dueDate ?? NEVER))

/** A page in order of names or due dates. The register is small and read as a whole. */
export async function list({
  searchParam,
  pageNumber = 1,
  dueFilter,
  archived,
  order,
}: Filter): Promise<CompanyRecord[]> {
  const term = searchTerm(searchParam ?? '')
  const found = (await allRegistered(platform)).filter(
    (one) => (archived === undefined || one.archived === archived) && one.search.includes(term),
  )
  const wanted = dueFilter
    ? await filtered(found, (one, today) => isWantedDue(dueFilter, one.dueDate, today))
    : found
  const inTurn = order === 'due' ? byDueDate(wanted) : inOrder(wanted)
  const page = inTurn.slice((pageNumber - 1) * PAGE_SIZE, pageNumber * PAGE_SIZE)
  return (await Promise.all(page.map(recordOfRegistered))).filter((record) => record !== undefined)
}

/** @returns undefined for a company deleted meanwhile */
async function recordOfRegistered({ id }: RegisteredCompany): Promise<CompanyRecord | undefined> {
  const company = await getCompany(tableOf(id))
  return company && recordOf(company)
}

export async function names({ status }: { status?: boolean | undefined }) {
  const all = (await allRegistered(platform)).filter(
    (one) => !one.archived && (status === undefined || one.status === status),
  )
  return inOrder(all).map(({ id, name }) => ({ id, name }))
}

export async function dashboard(): Promise<CompanyDashboard> {
  const kept = (await allRegistered(platform)).filter(({ archived }) => !archived)
  const clients = kept.filter(({ useType }) => useType === 'CLIENTE')
  const overdue = await filtered(
    clients,
    ({ dueDate }, today) => dueDate !== null && daysUntil(dueDate, today) < 0,
  )
  return {
    clientCount: clients.length,
    testClientCount: kept.filter(({ useType }) => useType === 'TESTE').length,
    overdueClientCount: overdue.length,
    activeCount: kept.filter(({ status }) => status).length,
  }
}

/**
 * Filters companies by a condition on their local date. Most of the day, all zones have the same date. A company's
 * zone is read only if it makes a difference.
 */
async function filtered(
  companies: RegisteredCompany[],
  isTrue: (company: RegisteredCompany, today: string) => boolean,
): Promise<RegisteredCompany[]> {
  const dates = [...new Set(TIME_ZONES.map((zone) => localDate(ports.now(), zone)))]
  const judged = companies.map(async (company) => {
    const answers = new Set(dates.map((date) => isTrue(company, date)))
    if (answers.size === 1) return answers.has(true)
    return isTrue(company, await todayOf(company.id))
  })
  const kept = await Promise.all(judged)
  return companies.filter((_, at) => kept[at])
}

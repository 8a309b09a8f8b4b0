import { instances } from '../../instances/store.ts'
import { plans } from '../../plans/store.ts'
import { searchable } from '../../searchable.ts'
import { platformTable, transactTogether } from '../../table/platform.ts'
import {
  allRows,
  ConditionFailed,
  checkRow,
  deleteRow,
  type Key,
  type Page,
  partition,
  putRow,
  type Table,
  updateRow,
  type Write,
} from '../../table/table.ts'
import { type IndexWrite, TenantTable } from '../../table/tenant.ts'
import { type Company, endsSessions } from '../company.ts'
import { formatDocument } from '../document.ts'
import { companyKey } from '../store.ts'
import { fitsInto } from '../usage.ts'
import { deletionKey } from './deletion-key.ts'

/** A company in the platform's register: the fields for listing, filters, counts and search. */
export type RegisteredCompany = Pick<
  Company,
  'id' | 'name' | 'email' | 'status' | 'archived' | 'useType' | 'dueDate'
> & {
  /** The searchable text. */
  search: string
}

const REGISTER = partition<RegisteredCompany>('COMPANIES')
const registerKey = (companyId: string): Key<RegisteredCompany> => ({ pk: REGISTER, sk: companyId })

export const getRegistered = (platform: TenantTable, companyId: string) =>
  platform.get(registerKey(companyId))

export async function allRegistered(platform: TenantTable): Promise<RegisteredCompany[]> {
  const rows: RegisteredCompany[] = []
  for await (const row of allRows(platform, { pk: REGISTER, consistent: true })) rows.push(row)
  return rows
}

/** Some of them, in the order of their ids, after one of them. */
export const pageOfRegister = (
  platform: TenantTable,
  of: { after: string | undefined; limit: number },
): Promise<Page<RegisteredCompany>> => platform.query({ pk: REGISTER, ...of, consistent: true })

/** Why a change was refused; `exceeded`: the plan is too small for the company. */
export type InTheWay = 'changed' | 'deleting' | 'no-plan' | 'no-instance' | 'exceeded'

/**
 * Creates a company and enters it in the register, with its plan's and its instance's counts.
 * @param also writes of the company's own, such as those of its first admin
 * @throws ConditionFailed if one of `also` failed; its failures are those of `also`
 */
export function foundCompany(
  { table }: { table: Table },
  company: Company,
  also: readonly (Write | IndexWrite)[] = [],
): Promise<InTheWay | undefined> {
  return make(table, company.id, [
    { write: putRow(registered(company), NOBODYS), of: 'platform', means: 'changed' },
    ...countedAnew(undefined, company),
    { write: putRow({ ...company, ...companyKey }, NOBODYS), of: 'company', means: 'changed' },
    ...also.map(ofCompany),
  ])
}

const NOBODYS = { pk: { exists: false } }

/**
 * Writes a changed company, in its own row and in the register.
 * @param read the company before; the result is 'changed' if it differs by now
 * @param plan the new plan, if it changes; the company's usage must fit into it
 * @param also further writes of the transaction, for example the new login of the admin
 * @throws ConditionFailed if one of `also` failed; its failures are those of `also`
 */
export function saveCompany(
  { table }: { table: Table },
  read: Company,
  next: Company,
  plan?: Parameters<typeof fitsInto>[0],
  also: readonly (Write | IndexWrite)[] = [],
): Promise<InTheWay | undefined> {
  const { id, version } = read
  const sessionsVersion = (read.sessionsVersion ?? 0) + (endsSessions(read, next) ? 1 : 0)
  return make(table, id, [
    { write: putRow(registered(next), EXISTS), of: 'platform', means: 'changed' },
    { write: checkRow(deletionKey(id), NOBODYS), of: 'platform', means: 'deleting' },
    ...countedAnew(read, next),
    {
      write: updateRow(
        companyKey,
        { set: { ...operatorsPart(next), version: version + 1, sessionsVersion } },
        { version },
      ),
      of: 'company',
      means: 'changed',
    },
    ...(plan ? [{ write: fitsInto(plan), of: 'company', means: 'exceeded' } satisfies Step] : []),
    ...also.map(ofCompany),
  ])
}

const EXISTS = { pk: { exists: true } }

/** The operator's fields. The fields of the company's own users, and other attributes of the row, stay as they are. */
const operatorsPart = (company: Company) => {
  const { name, email, phone, document, planId, instanceId, status, useType, campaignsEnabled } = company
  const { dueDate, overdueFrom, recurrence, paymentMethod, blockType, archived, archivedAt } = company
  const { handoverFrom = null, dueDay = null } = company
  return {
    name,
    email,
    phone,
    document,
    planId,
    instanceId,
    status,
    useType,
    campaignsEnabled,
    dueDate,
    dueDay,
    overdueFrom,
    recurrence,
    paymentMethod,
    blockType,
    archived,
    archivedAt,
    handoverFrom,
  }
}

/** Removes a deleted company from the register and from the counts of its plan and its instance. */
export const strikeCompany = ({ table }: { table: Table }, company: Company): Promise<InTheWay | undefined> =>
  make(table, company.id, [
    { write: deleteRow(registerKey(company.id), EXISTS), of: 'platform', means: 'changed' },
    ...countedAnew(company, undefined),
    { write: deleteRow(companyKey, EXISTS), of: 'company', means: 'changed' },
  ])

const registered = (company: Company) => {
  const { id, name, email, status, archived, useType, dueDate, document, phone } = company
  const searched = [name, email, document && `${document} ${formatDocument(document)}`, phone]
  const row: RegisteredCompany = {
    id,
    name,
    email,
    status,
    archived,
    useType,
    dueDate,
    search: searchable(searched.filter(Boolean).join(' ')),
  }
  return { ...row, ...registerKey(id) }
}

interface Step {
  write: Write | IndexWrite
  of: 'platform' | 'company'
  /** The meaning of a failed condition; without a meaning the error is thrown. */
  means?: InTheWay
}

const ofCompany = (write: Write | IndexWrite): Step => ({ write, of: 'company' })

/** Number of companies with this plan or instance. */
interface Counting {
  companies?: number
}

type Counted = Pick<Company, 'planId' | 'instanceId'>

/** Plans and instances count their companies, so that one in use is not deleted. */
function countedAnew(before: Counted | undefined, after: Counted | undefined): Step[] {
  const count = (key: Key<Counting>, by: number, means: InTheWay): Step => ({
    write: updateRow(key, { add: { companies: by } }, EXISTS),
    of: 'platform',
    means,
  })
  const moved = (
    from: string | null,
    to: string | null,
    keyOf: (id: string) => Key<Counting>,
    means: InTheWay,
  ) =>
    from === to
      ? []
      : [...(from ? [count(keyOf(from), -1, means)] : []), ...(to ? [count(keyOf(to), 1, means)] : [])]
  return [
    ...moved(before?.planId ?? null, after?.planId ?? null, plans.key, 'no-plan'),
    ...moved(before?.instanceId ?? null, after?.instanceId ?? null, instances.key, 'no-instance'),
  ]
}

async function make(table: Table, companyId: string, steps: readonly Step[]): Promise<InTheWay | undefined> {
  const places = { platform: platformTable(table), company: new TenantTable(table, companyId) }
  try {
    await transactTogether(
      table,
      steps.map(({ of, write }) => ({ of: places[of], writes: [write] })),
    )
    return undefined
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    const refused = steps.filter((_, at) => error.failures[at] !== undefined)
    const means = refused.map((step) => step.means).find((one) => one !== undefined)
    if (means) return means
    throw new ConditionFailed(error.failures.filter((_, at) => steps[at]?.means === undefined))
  }
}

import { searchable } from '../contacts/searchable.ts'
import { instances } from '../instances/store.ts'
import { plans } from '../plans/store.ts'
import { platformTable, transactTogether } from '../table/platform.ts'
import { allRows, ConditionFailed, type Key, type Table, type Write } from '../table/table.ts'
import { type IndexWrite, TenantTable } from '../table/tenant.ts'
import { type Company, endsSessions } from './company.ts'
import { deletionKey } from './deletion/deletion-key.ts'
import { formatDocument } from './document.ts'
import { companyKey } from './store.ts'
import { fitsInto } from './usage.ts'

/** A company in the platform's register: what companies are listed, filtered, counted and searched by. */
export type RegisteredCompany = Pick<
  Company,
  'id' | 'name' | 'email' | 'status' | 'archived' | 'useType' | 'dueDate'
> & {
  /** As texts are searched in. */
  search: string
}

const REGISTER = 'COMPANIES'
const registerKey = (companyId: string): Key => ({ pk: REGISTER, sk: companyId })

export const getRegistered = (platform: TenantTable, companyId: string) =>
  platform.get<RegisteredCompany>(registerKey(companyId))

export async function allRegistered(platform: TenantTable): Promise<RegisteredCompany[]> {
  const rows: RegisteredCompany[] = []
  for await (const row of allRows<RegisteredCompany>(platform, { pk: REGISTER, consistent: true }))
    rows.push(row)
  return rows
}

/** What stood in the way of a change; `exceeded` is a plan that is too small for what the company has. */
export type InTheWay = 'changed' | 'deleting' | 'no-plan' | 'no-instance' | 'exceeded'

/**
 * Creates a company and enters it in the register, with its plan's and its instance's counts.
 * @param also writes of the company's own that belong to it, as those of its first admin
 * @throws ConditionFailed where it was one of those that could not be: its failures are those of `also`
 */
export function foundCompany(
  { table }: { table: Table },
  company: Company,
  also: readonly (Write | IndexWrite)[] = [],
): Promise<InTheWay | undefined> {
  return make(table, company.id, [
    { write: { put: registered(company), when: NOBODYS }, of: 'platform', means: 'changed' },
    ...countedAnew(undefined, company),
    { write: { put: { ...company, ...companyKey }, when: NOBODYS }, of: 'company', means: 'changed' },
    ...also.map((write): Step => ({ write, of: 'company' })),
  ])
}

const NOBODYS = { pk: { exists: false } }

/**
 * Writes a company as it was changed, here and in the register.
 * @param read as it was before: 'changed' where it is not so any more
 * @param plan the new one, where that is another than before; what the company has must fit into it
 */
export function saveCompany(
  { table }: { table: Table },
  read: Company,
  next: Company,
  plan?: Parameters<typeof fitsInto>[0],
): Promise<InTheWay | undefined> {
  const { id, version } = read
  const sessionsVersion = (read.sessionsVersion ?? 0) + (endsSessions(read, next) ? 1 : 0)
  return make(table, id, [
    { write: { put: registered(next), when: EXISTS }, of: 'platform', means: 'changed' },
    { write: { check: deletionKey(id), when: NOBODYS }, of: 'platform', means: 'deleting' },
    ...countedAnew(read, next),
    {
      write: {
        update: companyKey,
        change: { set: { ...operatorsPart(next), version: version + 1, sessionsVersion } },
        when: { version },
      },
      of: 'company',
      means: 'changed',
    },
    ...(plan ? [{ write: fitsInto(plan), of: 'company', means: 'exceeded' } satisfies Step] : []),
  ])
}

const EXISTS = { pk: { exists: true } }

/** What its own people decide stays as they have it, and so does what else stands in its row. */
const operatorsPart = (company: Company) => {
  const { name, email, phone, document, planId, instanceId, status, useType, campaignsEnabled } = company
  const { dueDate, overdueFrom, recurrence, paymentMethod, blockType, archived, archivedAt } = company
  const { handoverFrom = null } = company
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
    overdueFrom,
    recurrence,
    paymentMethod,
    blockType,
    archived,
    archivedAt,
    handoverFrom,
  }
}

/** Takes a company that is gone out of the register and out of the counts of its plan and its instance. */
export const strikeCompany = ({ table }: { table: Table }, company: Company): Promise<InTheWay | undefined> =>
  make(table, company.id, [
    { write: { delete: registerKey(company.id), when: EXISTS }, of: 'platform', means: 'changed' },
    ...countedAnew(company, undefined),
    { write: { delete: companyKey, when: EXISTS }, of: 'company', means: 'changed' },
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
  /** What it means that its condition did not hold; one that means nothing is thrown on. */
  means?: InTheWay
}

type Counted = Pick<Company, 'planId' | 'instanceId'>

/** A plan and an instance count their companies, so that one that has some is not deleted. */
function countedAnew(before: Counted | undefined, after: Counted | undefined): Step[] {
  const count = (key: Key, by: number, means: InTheWay): Step => ({
    write: { update: key, change: { add: { companies: by } }, when: EXISTS },
    of: 'platform',
    means,
  })
  const moved = (from: string | null, to: string | null, keyOf: (id: string) => Key, means: InTheWay) =>
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

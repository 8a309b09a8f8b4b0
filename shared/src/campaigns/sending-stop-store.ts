import type { Company } from '../companies/company.ts'
import { type CompanyStop, stopOfCompany } from '../companies/overdue.ts'
import { companyKey } from '../companies/store.ts'
import { newId } from '../ids.ts'
import { stopIndex } from '../table/indexes.ts'
import {
  committed,
  type Key,
  type Page,
  type Query,
  type Row,
  type Table,
  type Write,
} from '../table/table.ts'
import { TenantTable } from '../table/tenant.ts'
import {
  type PlatformSendingState,
  type SendingState,
  type SendingStop,
  type StopTrace,
  sendingStop,
  stopTrace,
} from './sending-stop.ts'

/** What keeps a company from sending: its own standing with the platform, or somebody's switch. */
export type StopReason = CompanyStop | 'company-stop' | 'platform-stop'

/** Everything that reaches the table: a company's calls have no other way to the platform's row. */
interface Platform {
  table: Table
}

/** The switch of a company, or the one of the platform: a row that is there while nothing is to be sent. */
interface Switch {
  table: {
    get<T extends object>(key: Key): Promise<Row<T> | undefined>
    query<T extends object>(query: Query): Promise<Page<T>>
    transact(writes: readonly Write[]): Promise<void>
  }
  key: Key
  tracesPk: string
}

/** A company's own switch; the row is there while nothing is to be sent. */
export const COMPANY_STOP_KEY: Key = { pk: 'COMPANY', sk: 'SENDING-STOP' }

const ofCompany = ({ table }: Platform, companyId: string): Switch => ({
  table: new TenantTable(table, companyId),
  key: COMPANY_STOP_KEY,
  tracesPk: 'SENDING-STOP-TRACES',
})
const ofPlatform = ({ table }: Platform): Switch => ({ table, ...stopIndex })

/** Traces that are shown. */
const TRACES = 50

/**
 * Why a company may send nothing at this moment; undefined while it may. Strongly consistent.
 * @param now milliseconds since 1970
 */
export async function sendingStopOf(
  { table }: Platform,
  companyId: string,
  now: number,
): Promise<StopReason | undefined> {
  const rows = await new TenantTable(table, companyId).getNamed<Rows>({
    company: companyKey,
    stop: COMPANY_STOP_KEY,
    platformStop: { index: stopIndex.key },
  })
  return stopAmong(rows, now)
}

type Rows = { company: Company; stop: object; platformStop: object }

/** The same, of rows that were read together with others. */
export function stopAmong(
  { company, stop, platformStop }: Partial<Rows>,
  now: number,
): StopReason | undefined {
  const standing = stopOfCompany(company, now)
  if (standing) return standing
  if (stop) return 'company-stop'
  return platformStop ? 'platform-stop' : undefined
}

/** As a company sees it: what the operator decided, but not who. */
export async function companySendingState(platform: Platform, companyId: string): Promise<SendingState> {
  const [own, everybodys] = await Promise.all([
    stateOf(ofCompany(platform, companyId)),
    stopOf(ofPlatform(platform)),
  ])
  const shown = everybodys && { reason: everybodys.reason, at: everybodys.at }
  return { company: own.stop, platform: shown, history: own.history }
}

export async function platformState(platform: Platform): Promise<PlatformSendingState> {
  const { stop, history } = await stateOf(ofPlatform(platform))
  return { platform: stop, history }
}

/** Throws a company's switch, one way or the other. @returns false where it stood so already */
export const throwCompanySwitch = (platform: Platform, companyId: string, trace: StopTrace) =>
  throwSwitch(ofCompany(platform, companyId), trace)

/** The same for all companies at once. */
export const throwPlatformSwitch = (platform: Platform, trace: StopTrace) =>
  throwSwitch(ofPlatform(platform), trace)

/** With its trace in one transaction, so that of two clicks at once one is made and traced. */
function throwSwitch({ table, key, tracesPk }: Switch, trace: StopTrace): Promise<boolean> {
  const { action, ...stop } = trace
  const write: Write =
    action === 'stop'
      ? { put: { ...stop, ...key }, when: { pk: { exists: false } } }
      : { delete: key, when: { pk: { exists: true } } }
  const traceRow = { ...trace, pk: tracesPk, sk: newId(Date.parse(trace.at)) }
  return committed(table.transact([write, { put: traceRow, when: { pk: { exists: false } } }]))
}

async function stateOf(of: Switch): Promise<{ stop: SendingStop | null; history: StopTrace[] }> {
  const [stop, { rows }] = await Promise.all([
    stopOf(of),
    of.table.query<StopTrace>({ pk: of.tracesPk, descending: true, limit: TRACES, consistent: true }),
  ])
  return { stop, history: rows.map((row) => stopTrace.parse(row)) }
}

async function stopOf({ table, key }: Switch): Promise<SendingStop | null> {
  const row = await table.get<SendingStop>(key)
  return row ? sendingStop.parse(row) : null
}

import type { Company } from '../../companies/company.ts'
import { type CompanyStop, stopOfCompany } from '../../companies/overdue.ts'
import { companyKey } from '../../companies/store.ts'
import { newId } from '../../ids.ts'
import { stopIndex } from '../../table/indexes.ts'
import {
  committed,
  deleteRow,
  type Key,
  keyIn,
  type Page,
  type Partition,
  partition,
  putRow,
  type Query,
  type Row,
  type Table,
  type Write,
} from '../../table/table.ts'
import { TenantTable } from '../../table/tenant.ts'
import {
  type PlatformSendingState,
  type SendingState,
  type SendingStop,
  type StopTrace,
  sendingStop,
  stopTrace,
} from '../contract/sending-stop.ts'

/** Why a company may not send: its payment or status, or a stop by a person. */
export type StopReason = CompanyStop | 'company-stop' | 'platform-stop'
/** The same for a campaign. The operator may have switched the company's campaigns off (part 3 §3). */
export type CampaignStop = StopReason | 'campaigns-off'

/** The whole table: a company's calls have no other way to the platform's row. */
interface Platform {
  table: Table
}

/** The stop row of a company or of the platform, in one or more equal copies. It exists while sending is stopped. */
interface Switch {
  table: {
    get<T extends object>(key: Key<T>): Promise<Row<T> | undefined>
    query<T extends object>(query: Query<T>): Promise<Page<T>>
    transact(writes: readonly Write[]): Promise<void>
  }
  keys: readonly [Key<SendingStop>, ...Key<SendingStop>[]]
  traces: Partition<StopTrace>
}

/** A company's own stop; the row exists while sending is stopped. */
export const COMPANY_STOP_KEY = keyIn<SendingStop>('COMPANY', 'SENDING-STOP')

const ofCompany = ({ table }: Platform, companyId: string): Switch => ({
  table: new TenantTable(table, companyId),
  keys: [COMPANY_STOP_KEY],
  traces: partition('SENDING-STOP-TRACES'),
})
/** The platform's stop, as this company reads it: each reads one of several equal copies. */
export const platformStopKey = (companyId: string) =>
  keyIn<SendingStop>(stopIndex.pkFor(companyId), stopIndex.sk)

const [FIRST_COPY = '', ...OTHER_COPIES] = stopIndex.pks
const ofPlatform = ({ table }: Platform): Switch => ({
  table,
  keys: [keyIn(FIRST_COPY, stopIndex.sk), ...OTHER_COPIES.map((pk) => keyIn<SendingStop>(pk, stopIndex.sk))],
  traces: partition(stopIndex.tracesPk),
})

/** The number of shown traces. */
const TRACES = 50

/**
 * Why a company may not send now; undefined while it may. Strongly consistent.
 * @param now milliseconds since 1970
 */
export async function sendingStopOf(
  platform: Platform,
  companyId: string,
  now: number,
): Promise<StopReason | undefined> {
  return stopAmong(await rowsOf(platform, companyId), now)
}

/** Why a company's campaigns may not send now. Strongly consistent by default. @param now milliseconds since 1970 */
export async function campaignStopOf(
  platform: Platform,
  companyId: string,
  now: number,
  options?: { consistent?: boolean },
): Promise<CampaignStop | undefined> {
  return campaignStopAmong(await rowsOf(platform, companyId, options), now)
}

const rowsOf = ({ table }: Platform, companyId: string, options?: { consistent?: boolean }) =>
  new TenantTable(table, companyId).getNamed<Rows>(
    {
      company: companyKey,
      stop: COMPANY_STOP_KEY,
      platformStop: { index: platformStopKey(companyId) },
    },
    options,
  )

type Rows = { company: Company; stop: SendingStop; platformStop: SendingStop }

/** The same for rows that were read together with others. */
export const campaignStopAmong = (rows: Partial<Rows>, now: number): CampaignStop | undefined =>
  stopAmong(rows, now) ?? (rows.company?.campaignsEnabled === false ? 'campaigns-off' : undefined)

function stopAmong({ company, stop, platformStop }: Partial<Rows>, now: number): StopReason | undefined {
  const standing = stopOfCompany(company, now)
  if (standing) return standing
  if (stop) return 'company-stop'
  return platformStop ? 'platform-stop' : undefined
}

/** The state as a company sees it: with the operator's decision, but not the operator's name. */
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

/** Stops or resumes a company's sending. @returns false if it was so already */
export const throwCompanySwitch = (platform: Platform, companyId: string, trace: StopTrace) =>
  throwSwitch(ofCompany(platform, companyId), trace)

/** The same for all companies at once. */
export const throwPlatformSwitch = (platform: Platform, trace: StopTrace) =>
  throwSwitch(ofPlatform(platform), trace)

/** Writes the stop and its trace in one transaction: of two simultaneous clicks only one takes effect. */
function throwSwitch({ table, keys, traces }: Switch, trace: StopTrace): Promise<boolean> {
  const { action, ...stop } = trace
  const writes = keys.map(
    (key): Write =>
      action === 'stop'
        ? putRow({ ...stop, ...key }, { pk: { exists: false } })
        : deleteRow(key, { pk: { exists: true } }),
  )
  const traceRow = { ...trace, pk: traces, sk: newId(Date.parse(trace.at)) }
  return committed(table.transact([...writes, putRow(traceRow, { pk: { exists: false } })]))
}

async function stateOf(of: Switch): Promise<{ stop: SendingStop | null; history: StopTrace[] }> {
  const [stop, { rows }] = await Promise.all([
    stopOf(of),
    of.table.query({ pk: of.traces, descending: true, limit: TRACES, consistent: true }),
  ])
  return { stop, history: rows.map((row) => stopTrace.parse(row)) }
}

async function stopOf({ table, keys: [key] }: Switch): Promise<SendingStop | null> {
  const row = await table.get(key)
  return row ? sendingStop.parse(row) : null
}

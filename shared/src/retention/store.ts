import { pageOfRegister } from '../companies/register/register-store.ts'
import { companyKey, getCompany } from '../companies/store.ts'
import { checkRow, committed, keyIn, partition, updateRow } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import {
  DEFAULT_BOUNDS,
  KEEPS_ALL,
  RETAINED,
  type Removed,
  type Retention,
  type RetentionBounds,
  retention,
  retentionBounds,
} from './retention.ts'

/** The next clean-up of all companies. */
interface Round {
  /** Milliseconds since 1970. */
  nextAt: number
}

const CHOSEN = keyIn<Retention>('COMPANY', 'RETENTION')
const RUN = keyIn<RetentionRun>('COMPANY', 'RETENTION-RUN')

/** Rows of the platform: the bounds, the start of the next round, and the companies with a choice. */
const BOUNDS = keyIn<RetentionBounds>('RETENTION', 'BOUNDS')
const ROUND = keyIn<Round>('RETENTION', 'ROUND')
const COMPANIES = partition<object>('RETENTION-COMPANIES')

/** The company's choice. */
export const getRetention = async (table: TenantTable): Promise<Retention> =>
  retention.safeParse(kinds(await table.get(CHOSEN))).data ?? KEEPS_ALL

/** Stores the choice. The company is entered for the next round first. */
export async function putRetention(
  table: TenantTable,
  platform: TenantTable,
  chosen: Retention,
): Promise<void> {
  await platform.put({ pk: COMPANIES, sk: table.companyId })
  await table.put({ ...CHOSEN, ...chosen })
}

export const getBounds = async (platform: TenantTable): Promise<RetentionBounds> =>
  retentionBounds.safeParse(kinds(await platform.get(BOUNDS))).data ?? DEFAULT_BOUNDS

export const putBounds = (platform: TenantTable, bounds: RetentionBounds): Promise<void> =>
  platform.put({ ...BOUNDS, ...bounds })

/** Selects the attributes of a row that are kinds. */
const kinds = (row: object = {}): object =>
  Object.fromEntries(Object.entries(row).filter(([name]) => RETAINED.some((kind) => kind === name)))

/** The companies of a round: those with a choice, and then all of them if the operator has set a maximum. */
export type RoundOf = 'choices' | 'all'

/** The next part of a round, in the order of the companies' ids. @param after the last company of the part before */
export async function partOfRound(
  platform: TenantTable,
  of: RoundOf,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<{ companies: string[]; after?: string }> {
  const page =
    of === 'choices'
      ? await platform.query({ pk: COMPANIES, after, limit, consistent: true })
      : await pageOfRegister(platform, { after, limit })
  return { companies: page.rows.map(({ sk }) => sk), ...(page.after !== undefined && { after: page.after }) }
}

/** Whether a maximum applies to every company, also without a choice. */
export const hasMaximum = (bounds: RetentionBounds): boolean =>
  RETAINED.some((kind) => bounds[kind].maximum !== null)

/** Removes a deleted company from the round. @returns whether the company exists */
export async function isThere(table: TenantTable, platform: TenantTable): Promise<boolean> {
  if (await getCompany(table)) return true
  await platform.delete({ pk: COMPANIES, sk: table.companyId })
  return false
}

/** The start of the next round, in milliseconds since 1970; 0 before the first one. */
export const nextRoundAt = async (platform: TenantTable): Promise<number> =>
  (await platform.get(ROUND))?.nextAt ?? 0

/** @param before the value that was read @returns false if another process has moved it meanwhile */
export const moveRound = (platform: TenantTable, before: number, nextAt: number): Promise<boolean> =>
  committed(
    platform.update(
      ROUND,
      { set: { nextAt } },
      before === 0 ? { nextAt: { exists: false } } : { nextAt: before },
    ),
  )

/** Progress of a company's clean-up. */
export interface RetentionRun {
  /** A job works on it until then, in milliseconds since 1970; the job extends it. */
  busyUntil: number
  /** The start of this clean-up, in milliseconds since 1970; missing between two clean-ups. */
  begunAt?: number
  /** The conversation after which it continues. */
  reached?: { connectionId: string; chat: string }
  /** Deleted by this clean-up so far. */
  removed?: Removed
  /** A completed clean-up has checked files of messages up to this moment; milliseconds since 1970. */
  mediaUntil?: number
  /** The last completed clean-up, and what it deleted. */
  finishedAt?: string
  lastRemoved?: Removed
}

export const getRun = (table: TenantTable) => table.get(RUN)

/**
 * Takes up a clean-up for one job. @param until milliseconds since 1970, as `now`
 * @returns undefined if another job works on it, or the company was deleted
 */
export async function takeUpRun(
  table: TenantTable,
  { now, until }: { now: number; until: number },
): Promise<RetentionRun | undefined> {
  const isFree = [{ busyUntil: { exists: false } }, { busyUntil: { below: now } }]
  const taken = table.transact([
    // A deleted company must not get new rows.
    checkRow(companyKey, { pk: { exists: true } }),
    updateRow(RUN, { set: { busyUntil: until } }, isFree),
  ])
  return (await committed(taken)) ? getRun(table) : undefined
}

/** The condition that the clean-up was taken up and still exists. */
const TAKEN_UP = { busyUntil: { exists: true } }

/** Stores the progress; `busyUntil` 0 releases it for the next job. */
export const noteRun = (
  table: TenantTable,
  {
    begunAt,
    reached,
    removed,
    busyUntil,
  }: Required<Pick<RetentionRun, 'begunAt' | 'removed' | 'busyUntil'>> & Pick<RetentionRun, 'reached'>,
): Promise<unknown> =>
  table.update(
    RUN,
    { set: { begunAt, busyUntil, removed: { ...removed }, ...(reached && { reached: { ...reached } }) } },
    TAKEN_UP,
  )

/** Completes a clean-up. @param mediaUntil the next one starts its check of files here */
export const endRun = (
  table: TenantTable,
  { removed, finishedAt, mediaUntil }: { removed: Removed; finishedAt: string; mediaUntil: number | null },
): Promise<unknown> => {
  const last = { busyUntil: 0, finishedAt, lastRemoved: { ...removed } }
  const change = { set: { ...last, ...(mediaUntil !== null && { mediaUntil }) }, remove: OF_ONE_RUN }
  return table.update(RUN, change, TAKEN_UP)
}

const OF_ONE_RUN = ['begunAt', 'reached', 'removed'] as const

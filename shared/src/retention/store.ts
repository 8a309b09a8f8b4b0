import { allRegistered } from '../companies/register-store.ts'
import { companyKey, getCompany } from '../companies/store.ts'
import { allRows, committed, type Key } from '../table/table.ts'
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

const CHOSEN: Key = { pk: 'COMPANY', sk: 'RETENTION' }
const RUN: Key = { pk: 'COMPANY', sk: 'RETENTION-RUN' }

/** Rows of the platform: the bounds, when the next round begins, and which companies have chosen something. */
const BOUNDS: Key = { pk: 'RETENTION', sk: 'BOUNDS' }
const ROUND: Key = { pk: 'RETENTION', sk: 'ROUND' }
const COMPANIES = 'RETENTION-COMPANIES'

/** What a company has chosen. */
export const getRetention = async (table: TenantTable): Promise<Retention> =>
  known(retention.safeParse(kinds(await table.get(CHOSEN))).data, KEEPS_ALL)

/** A company that has chosen something is found by the next round: that it is to be stands there first. */
export async function putRetention(
  table: TenantTable,
  platform: TenantTable,
  chosen: Retention,
): Promise<void> {
  await platform.put({ pk: COMPANIES, sk: table.companyId })
  await table.put({ ...CHOSEN, ...chosen })
}

export const getBounds = async (platform: TenantTable): Promise<RetentionBounds> =>
  known(retentionBounds.safeParse(kinds(await platform.get(BOUNDS))).data, DEFAULT_BOUNDS)

export const putBounds = (platform: TenantTable, bounds: RetentionBounds): Promise<void> =>
  platform.put({ ...BOUNDS, ...bounds })

/** What else stands in a row is not of the kinds. */
const kinds = (row: object = {}): object =>
  Object.fromEntries(Object.entries(row).filter(([name]) => RETAINED.some((kind) => kind === name)))

const known = <T>(stored: T | undefined, otherwise: T): T => stored ?? otherwise

/** Companies whose data may have to go: those that chose so and, where the operator keeps nothing for ever, all. */
export async function companiesWithRetention(
  platform: TenantTable,
  bounds: RetentionBounds,
): Promise<string[]> {
  const ids = new Set<string>()
  for await (const { sk } of allRows(platform, { pk: COMPANIES, consistent: true })) ids.add(sk)
  if (RETAINED.some((kind) => bounds[kind].maximum !== null))
    for (const { id } of await allRegistered(platform)) ids.add(id)
  return [...ids]
}

/** A company that was deleted has chosen nothing. @returns whether it is there */
export async function isThere(table: TenantTable, platform: TenantTable): Promise<boolean> {
  if (await getCompany(table)) return true
  await platform.delete({ pk: COMPANIES, sk: table.companyId })
  return false
}

/** When the next round is to begin, in milliseconds since 1970; 0 where there never was one. */
export const nextRoundAt = async (platform: TenantTable): Promise<number> =>
  (await platform.get<{ nextAt: number }>(ROUND))?.nextAt ?? 0

/** @param before as it was read @returns false where somebody else has moved it on meanwhile */
export const moveRound = (platform: TenantTable, before: number, nextAt: number): Promise<boolean> =>
  committed(
    platform.update(
      ROUND,
      { set: { nextAt } },
      before === 0 ? { nextAt: { exists: false } } : { nextAt: before },
    ),
  )

/** How far the clean-up of a company has come. */
export interface RetentionRun {
  /** A job is at work on it until then, in milliseconds since 1970, unless it says more. */
  busyUntil: number
  /** When this clean-up began, in milliseconds since 1970; missing between two of them. */
  begunAt?: number
  /** The conversation that it goes on behind. */
  reached?: { connectionId: string; chat: string }
  /** What this one has deleted so far. */
  removed?: Removed
  /** Files of messages up to this moment have been looked at, by a clean-up that came to its end; milliseconds since 1970. */
  mediaUntil?: number
  /** The last one that came to its end, and what it deleted. */
  finishedAt?: string
  lastRemoved?: Removed
}

export const getRun = (table: TenantTable) => table.get<RetentionRun>(RUN)

/**
 * Takes a clean-up up, for one job alone. @param until milliseconds since 1970, as `now`
 * @returns undefined where another one is at work on it, or the company is gone
 */
export async function takeUpRun(
  table: TenantTable,
  { now, until }: { now: number; until: number },
): Promise<RetentionRun | undefined> {
  const isFree = [{ busyUntil: { exists: false } }, { busyUntil: { below: now } }]
  const taken = table.transact([
    // Of a company that is deleted nothing may come to be again.
    { check: companyKey, when: { pk: { exists: true } } },
    { update: RUN, change: { set: { busyUntil: until } }, when: isFree },
  ])
  return (await committed(taken)) ? getRun(table) : undefined
}

/** It was taken up, and is there still. */
const TAKEN_UP = { busyUntil: { exists: true } }

/** Notes how far it has come; with `busyUntil` 0 lets another job go on. */
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

/** It has come to its end. @param mediaUntil what the next one need not look at any more */
export const endRun = (
  table: TenantTable,
  { removed, finishedAt, mediaUntil }: { removed: Removed; finishedAt: string; mediaUntil: number | null },
): Promise<unknown> => {
  const last = { busyUntil: 0, finishedAt, lastRemoved: { ...removed } }
  const change = { set: { ...last, ...(mediaUntil !== null && { mediaUntil }) }, remove: OF_ONE_RUN }
  return table.update(RUN, change, TAKEN_UP)
}

const OF_ONE_RUN = ['begunAt', 'reached', 'removed']

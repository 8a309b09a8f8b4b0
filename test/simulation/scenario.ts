import { type CampaignCounts, NO_COUNTS } from '@recado/shared/campaigns/ledger/counts'
import type { Recipient } from '@recado/shared/campaigns/ledger/recipient'
import type { StoredCampaign } from '@recado/shared/campaigns/store/campaigns'
import { listDrift } from '../support/list-drift.ts'
import { foundCompany, type PlannedCampaign } from './companies.ts'
import { happen, letAllGoOn } from './events.ts'
import type { Mutant } from './mutants.ts'
import { type Reply, replyTo } from './people.ts'
import type { Script } from './tape.ts'
import { World } from './world.ts'

const COMPANIES = ['company-A', 'company-B']
const LOOK_EVERY_MS = 30_000
/** Duplicates and late answers may still come after all campaigns have ended. */
const AFTERWARDS_MS = 5 * 60_000
const HOUR_MS = 3_600_000
const LONGEST_MS = 8 * HOUR_MS
/** With a used-up daily budget: a first contact counted and not sent before a crash costs another day. */
const LONGEST_WITH_BUDGET_MS = 5 * 24 * HOUR_MS
/** Windows are open all day from Tuesday on. */
const LONGEST_WITH_WINDOWS_MS = 34 * HOUR_MS
/** Questions stay open for three days. */
const LONGEST_WITH_QUESTIONS_MS = 80 * HOUR_MS
/** After all events, everything stopped is resumed. */
const LET_GO_ON_AFTER_MS = 90_000
const LET_GO_ON_EVERY_MS = 20 * 60_000

/** The outcome of a run. */
export interface Outcome {
  world: World
  campaigns: PlannedCampaign[]
  /** Blocked numbers, by company, with the time. */
  blocked: { companyId: string; number: string; at: number }[]
  /** Successful cancels and pauses. */
  halts: { campaignId: string; at: number }[]
  /** Successful restarts, resumes and resends. */
  goings: { campaignId: string; at: number }[]
  /** Stops of all sending, of a company or of the platform. */
  stops: { companyId: string | undefined; at: number }[]
  lifts: { at: number }[]
  replies: Reply[]
  /** Numbers that a user sent to again after an unknown outcome, once for each time. */
  mayComeAgain: string[]
  /** Groups that the account has left. */
  left: { number: string; at: number }[]
  script: Script
  /** Whether all campaigns ended in time. */
  ended: boolean
  /** List rows that differ from their campaigns and tickets, in words. */
  listDrift: string[]
}

/** Plays two companies with a connection and two campaigns each, and all events of the script, to the end. */
export async function play(script: Script, mutant: Mutant = 'none'): Promise<Outcome> {
  const world = new World(script, mutant)
  const outcome: Outcome = {
    world,
    script,
    campaigns: [],
    blocked: [],
    halts: [],
    goings: [],
    stops: [],
    lifts: [],
    replies: [],
    mayComeAgain: [],
    left: [],
    ended: false,
    listDrift: [],
  }
  world.phones.onArrival = (arrival) => replyTo(outcome, arrival)
  for (const company of ['A', 'B'] as const)
    outcome.campaigns.push(...(await foundCompany(world, company, script)))
  const begun = world.clock.now
  const longest = longestOf(script)
  for (const event of script.events) world.clock.after(event.at * 1000, () => void happen(outcome, event))
  for (const { at, target, minutes, said } of script.locks) {
    const account = world.account(target === 0 ? 'A-connection' : 'B-connection')
    world.clock.after(at * 1000, () => account.lock(minutes, said))
  }
  const lastEvent = begun + Math.max(0, ...script.events.map(({ at }) => at * 1000))
  // More than once, since refusals of WhatsApp may pause a campaign at any time.
  for (const later of [0, 1, 2, 3])
    world.clock.after(
      lastEvent - begun + LET_GO_ON_AFTER_MS + later * LET_GO_ON_EVERY_MS,
      () => void letAllGoOn(outcome),
    )
  let lookAt = lastEvent + LET_GO_ON_AFTER_MS + LOOK_EVERY_MS
  let overAt = Number.POSITIVE_INFINITY
  await world.clock.run(() => {
    const { now } = world.clock
    if (now > begun + longest || now > overAt + AFTERWARDS_MS) return true
    if (now < lookAt) return false
    lookAt = now + LOOK_EVERY_MS
    if (isOver(world)) overAt = Math.min(overAt, now)
    else overAt = Number.POSITIVE_INFINITY
    return false
  })
  outcome.ended = isOver(world)
  outcome.listDrift = await listDrift(world.table, COMPANIES)
  return outcome
}

function longestOf({ newContactsPerDay, campaigns }: Script): number {
  if (newContactsPerDay !== null) return LONGEST_WITH_BUDGET_MS * (campaigns === 'asked' ? 2 : 1)
  if (campaigns === 'asked') return LONGEST_WITH_QUESTIONS_MS
  return campaigns === 'windows' ? LONGEST_WITH_WINDOWS_MS : LONGEST_MS
}

/** Campaigns and recipients in the table. */
export const campaignsIn = (world: World) => rowsOf<StoredCampaign>(world, (pk) => pk.endsWith('#CAMPAIGNS'))
export const recipientsIn = (world: World) => rowsOf<Recipient>(world, (pk) => pk.includes('#LEDGER#'))

export function countsIn(world: World, campaignId: string): CampaignCounts {
  const counts = rowsOf<CampaignCounts>(world, (pk) => pk.endsWith('#CAMPAIGN-COUNTS'))
  return counts.find((row) => row.campaignId === campaignId) ?? { ...NO_COUNTS, campaignId }
}

function rowsOf<T>(world: World, wanted: (pk: string) => boolean): T[] {
  return [...world.table.rows(wanted)] as T[]
}

function isOver(world: World): boolean {
  const sending = recipientsIn(world).some(({ status }) => status === 'SENDING')
  const over = campaignsIn(world).every(({ status }) => status === 'FINALIZADA' || status === 'CANCELADA')
  return over && !sending
}

import { cancel, restart, startNow } from '@recado/shared/campaigns/engine/actions'
import type { Recipient } from '@recado/shared/campaigns/ledger'
import { DEFAULT_CAMPAIGN_SETTINGS } from '@recado/shared/campaigns/settings'
import { putSettings } from '@recado/shared/campaigns/settings-store'
import { putCampaign, type StoredCampaign } from '@recado/shared/campaigns/store'
import { putConnection } from '@recado/shared/connections/store'
import { blockKey } from '@recado/shared/contact-blocks/store'
import { additions } from '@recado/shared/contact-lists/item-writes'
import { putList } from '@recado/shared/contact-lists/store'
import { recordHistory } from '@recado/shared/conversations/history'
import { DomainError } from '@recado/shared/errors'
import { TenantTable } from '@recado/shared/table/tenant'
import { aCampaign, aConnection, aContactList } from '../support/builders.ts'
import type { Mutant } from './mutants.ts'
import type { Script } from './tape.ts'
import { World } from './world.ts'

/** Seconds between two messages of a connection: fixed, so that every gap can be judged. */
export const INTERVAL_SECONDS = 5
const RECIPIENTS = 4
/** The recipient of each list who has written to the company before. */
const WROTE = 1
const LOOK_EVERY_MS = 30_000
/** Duplicates and late answers may still come when all campaigns have ended. */
const AFTERWARDS_MS = 5 * 60_000
const LONGEST_MS = 8 * 3_600_000
/** Where the day's budget is used up: what a death has counted and not made costs another day. */
const LONGEST_WITH_BUDGET_MS = 5 * 24 * 3_600_000
const SCHEDULER_DOWN_MS = 2 * 3_600_000

interface PlannedCampaign {
  companyId: string
  campaignId: string
  connectionId: string
}

/** What a run came to. */
export interface Outcome {
  world: World
  campaigns: PlannedCampaign[]
  /** Numbers blocked, by company, and when. */
  blocked: { companyId: string; number: string; at: number }[]
  /** Cancels that were carried out. */
  cancelled: { campaignId: string; at: number }[]
  restarted: { campaignId: string; at: number }[]
  script: Script
  /** Whether everything came to an end in time. */
  ended: boolean
}

/** Two companies with a connection and two campaigns each, everything that the script says, until all is over. */
export async function play(script: Script, mutant: Mutant = 'none'): Promise<Outcome> {
  const world = new World(script, mutant)
  const outcome: Outcome = {
    ...{ world, script, campaigns: [], blocked: [], cancelled: [], restarted: [], ended: false },
  }
  for (const company of ['A', 'B']) await foundCompany(outcome, company)
  const begun = world.clock.now
  const longest = script.newContactsPerDay === null ? LONGEST_MS : LONGEST_WITH_BUDGET_MS
  for (const event of script.events) world.clock.after(event.at * 1000, () => void happen(outcome, event))
  for (const { at, target, minutes, said } of script.locks) {
    const account = world.account(target === 0 ? 'A-connection' : 'B-connection')
    world.clock.after(at * 1000, () => account.lock(minutes, said))
  }
  const lastEvent = begun + Math.max(0, ...script.events.map(({ at }) => at * 1000))
  let lookAt = lastEvent + LOOK_EVERY_MS
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
  return outcome
}

/** Campaigns and recipients as the table holds them. */
export const campaignsIn = (world: World) => rowsOf<StoredCampaign>(world, (pk) => pk.endsWith('#CAMPAIGNS'))
export const recipientsIn = (world: World) => rowsOf<Recipient>(world, (pk) => pk.includes('#LEDGER#'))

function rowsOf<T>(world: World, wanted: (pk: string) => boolean): T[] {
  return [...world.table.rows()].filter(({ pk }) => wanted(pk)) as T[]
}

function isOver(world: World): boolean {
  const sending = recipientsIn(world).some(({ status }) => status === 'SENDING')
  const over = campaignsIn(world).every(({ status }) => status === 'FINALIZADA' || status === 'CANCELADA')
  return over && !sending
}

async function foundCompany(outcome: Outcome, company: string): Promise<void> {
  const { world, campaigns } = outcome
  const companyId = `company-${company}`
  const table = new TenantTable(world.table, companyId)
  const interval = {
    messageInterval: String(INTERVAL_SECONDS),
    minimumMessageInterval: String(INTERVAL_SECONDS),
  }
  await putSettings(table, { ...DEFAULT_CAMPAIGN_SETTINGS, ...interval, longerIntervalAfter: '0' })
  const { newContactsPerDay } = outcome.script
  const connection = aConnection({ companyId, id: `${company}-connection`, newContactsPerDay })
  await putConnection(table, connection)
  const wrote = [1, 2].map((list) => contactsOf(company, list)[WROTE]?.number ?? '')
  await recordHistory(table, {
    ...{ kind: 'history', companyId, connectionId: connection.id },
    chats: wrote.map((number) => ({ person: { number }, wroteAt: Math.floor(world.clock.now / 1000) - 60 })),
  })
  world.addConnection(companyId, connection.id, new Set(wrote))
  for (const number of [1, 2]) {
    const list = aContactList({ companyId, id: `${company}-list-${number}` })
    await putList(table, list)
    await table.transact(
      additions({
        ...{ listId: list.id, firstPlace: 0, contacts: contactsOf(company, number), holders: new Map() },
        now: new Date(world.clock.now).toISOString(),
      }),
    )
    // One is started by hand, the other comes due by itself.
    const scheduledAt = number === 2 ? new Date(world.clock.now + 20_000).toISOString() : null
    const campaign = aCampaign({
      ...{
        companyId,
        id: `${company}-campaign-${number}`,
        whatsappId: connection.id,
        contactListId: list.id,
        scheduledAt,
      },
      ...{
        dueAt: scheduledAt,
        status: scheduledAt ? 'PROGRAMADA' : 'INATIVA',
        message1: `${companyId} {nome}`,
      },
    })
    await putCampaign(table, campaign)
    campaigns.push({ companyId, campaignId: campaign.id, connectionId: connection.id })
    if (number === 1) void startNow(world.outside(), companyId, campaign.id).catch(() => undefined)
  }
}

/** The last one is not on WhatsApp. */
const contactsOf = (company: string, list: number) =>
  Array.from({ length: RECIPIENTS }, (_, index) => ({
    name: `Contato ${index}`,
    number: `55119${company === 'A' ? 1 : 2}${list}0${index}${index === RECIPIENTS - 1 ? '0000' : '1234'}`,
    ...{ email: '', var1: '', var2: '', var3: '' },
  }))

async function happen(outcome: Outcome, { kind, target }: Script['events'][number]): Promise<void> {
  const { world, campaigns } = outcome
  const campaign = campaigns[target % campaigns.length]
  if (!campaign) return
  const { companyId, campaignId, connectionId } = campaign
  const at = world.clock.now
  const ports = world.outside()
  if (kind < 4) {
    // What a person asks for in the wrong state is refused, and changes nothing.
    await cancel(ports, companyId, campaignId).then(
      () => outcome.cancelled.push({ campaignId, at: world.clock.now }),
      () => undefined,
    )
  } else if (kind < 8) {
    const restarted = () => outcome.restarted.push({ campaignId, at })
    await restart(ports, companyId, campaignId).then(restarted, (error: unknown) => {
      // Its job was not sent: the campaign goes on all the same, when the sweep comes by.
      if (!(error instanceof DomainError)) restarted()
    })
  } else if (kind < 11) {
    const number =
      contactsOf(campaigns.indexOf(campaign) < 2 ? 'A' : 'B', 1 + (target % 2))[target % RECIPIENTS]
        ?.number ?? ''
    const tenant = new TenantTable(world.table, companyId)
    await tenant.put({ ...blockKey(number), number })
    outcome.blocked.push({ companyId, number, at })
  } else if (kind < 14) world.moveLease(connectionId)
  else if (kind < 18) world.drop(connectionId)
  else world.schedulerDownUntil = at + SCHEDULER_DOWN_MS
}

import { budgetOf, getHealth, type HealthRow } from '../../connections/health-store.ts'
import { getConnection, type StoredConnection } from '../../connections/store.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { type CampaignSettings, DEFAULT_SEND_WINDOWS } from '../contract/settings.ts'
import type { Chain } from '../engine/chain.ts'
import type { CampaignCounts } from '../ledger/counts.ts'
import { expectedEnd, type Outlook } from '../schedule/forecast.ts'
import { paceOf } from '../schedule/pacing.ts'
import type { StoredCampaign } from '../store/campaigns.ts'
import { getSettings } from '../store/settings.ts'

/**
 * Estimates when a running campaign's last message leaves, ISO 8601. Unknown while the campaign is paused or waits for
 * a connection, and for campaigns with a confirmation. All remaining recipients are taken to be new to the connection:
 * their conversations are not read.
 * @param now milliseconds since 1970
 */
export async function expectedEndOf(
  table: TenantTable,
  campaign: StoredCampaign,
  { open, awaiting }: Pick<CampaignCounts, 'open' | 'awaiting'>,
  chain: Chain | undefined,
  now: number,
): Promise<string | null> {
  const { status, pausedAt, preparedAt, confirmation, whatsappId } = campaign
  if (status !== 'EM_ANDAMENTO' || pausedAt || !preparedAt || confirmation) return null
  const messages = open - awaiting
  if (!chain || chain.parkedAt !== undefined || messages <= 0) return null
  const [settings, connection, health] = await Promise.all([
    getSettings(table),
    getConnection(table, whatsappId),
    getHealth(table, whatsappId),
  ])
  const isHeld = chain.heldFor !== undefined && chain.heldFor !== 'daily-budget'
  const end = expectedEnd({
    ...rulesOf(settings),
    startsAt: Math.max(now, chain.nextAt, isHeld ? (chain.heldUntil ?? 0) : 0),
    messages,
    firstContacts: messages,
    toLookUp: toLookUpAmong(messages, campaign),
    handedOver: chain.handedOver,
    budget: connection ? budgetLeft(connection, health, settings.timezone, now) : null,
    sharedBy: Math.max(1, chain.lanes.length),
  })
  return end === null ? null : new Date(end).toISOString()
}

/** How many of the remaining recipients WhatsApp has not been asked about. All were asked about before a resend. */
const toLookUpAmong = (messages: number, { toLookUp = 0, recipients, resends }: StoredCampaign): number =>
  resends > 0 || recipients === 0 ? 0 : Math.round((messages * toLookUp) / recipients)

/** The part of a company's settings that decides when messages leave. */
export const rulesOf = (settings: CampaignSettings): Pick<Outlook, 'pace' | 'windows' | 'timeZone'> => ({
  pace: paceOf(settings),
  windows: settings.sendWindows ?? DEFAULT_SEND_WINDOWS,
  timeZone: settings.timezone,
})

/** How many people a connection may still write to for the first time. */
export function budgetLeft(
  connection: StoredConnection,
  { day, newContacts = 0, restrictedUntil }: HealthRow,
  timeZone: string,
  now: number,
): Outlook['budget'] {
  const budget = budgetOf(connection, { restrictedUntil }, now, timeZone)
  if (budget.limit === null) return null
  const used = day === budget.day ? newContacts : 0
  return { left: Math.max(0, budget.limit - used), perDay: budget.limit }
}

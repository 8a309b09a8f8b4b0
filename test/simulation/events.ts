import { cancel, pause, resendFailed, restart, resume } from '@recado/shared/campaigns/engine/actions'
import { wakeChains } from '@recado/shared/campaigns/engine/chain'
import { throwCompanySwitch, throwPlatformSwitch } from '@recado/shared/campaigns/store/sending-stops'
import { blockKey } from '@recado/shared/contact-blocks/store'
import { DomainError } from '@recado/shared/errors/errors'
import { groupKey } from '@recado/shared/groups/store'
import { TenantTable } from '@recado/shared/table/tenant'
import { contactsOf, groupsOf, type PlannedCampaign, RECIPIENTS } from './companies.ts'
import { type Outcome, recipientsIn } from './scenario.ts'
import type { Script } from './tape.ts'

const SCHEDULER_DOWN_MS = 2 * 3_600_000

/** Actions of people and of the platform. An action in the wrong state is refused and changes nothing. */
export async function happen(outcome: Outcome, { kind, target }: Script['events'][number]): Promise<void> {
  const { world, campaigns } = outcome
  const campaign = campaigns[target % campaigns.length]
  if (!campaign) return
  const { companyId, campaignId, connectionId } = campaign
  const ports = world.outside()
  if (kind < 4) await halted(outcome, campaign, () => cancel(ports, companyId, campaignId))
  else if (kind < 8) await goesOn(outcome, campaign, () => restart(ports, companyId, campaignId))
  else if (kind < 11) await block(outcome, campaign, target)
  else if (kind < 14) world.moveLease(connectionId)
  else if (kind < 18) world.drop(connectionId)
  else if (kind < 21) world.schedulerDownUntil = world.clock.now + SCHEDULER_DOWN_MS
  else if (kind < 24) await halted(outcome, campaign, () => pause(ports, companyId, campaignId))
  else if (kind < 27) await goesOn(outcome, campaign, () => resume(ports, companyId, campaignId))
  else if (kind < 28) await stop(outcome, companyId)
  else if (kind < 29) await stop(outcome)
  else if (kind < 30) await lift(outcome)
  else if (kind < 32) {
    const again = () => resendFailed(ports, companyId, campaignId, { includeUnknown: false })
    await goesOn(outcome, campaign, again)
  } else if (kind < 33) await resendUnknown(outcome, campaign)
  else await leaveGroup(outcome, campaign, target)
}

/** A person sends again to recipients with an unknown outcome. They may get the message twice. */
async function resendUnknown(outcome: Outcome, campaign: PlannedCampaign): Promise<void> {
  const { world } = outcome
  const { companyId, campaignId } = campaign
  const again = () => resendFailed(world.outside(), companyId, campaignId, { includeUnknown: true })
  const unknown = recipientsIn(world).filter(
    (row) =>
      row.campaignId === campaignId && (row.reason === 'UNKNOWN_OUTCOME' || row.reason === 'PARTLY_SENT'),
  )
  outcome.mayComeAgain.push(...unknown.map(({ number }) => number))
  await goesOn(outcome, campaign, again)
}

async function leaveGroup(
  { world, campaigns, left }: Outcome,
  campaign: PlannedCampaign,
  target: number,
): Promise<void> {
  const { companyId, connectionId } = campaign
  const at = campaigns.indexOf(campaign)
  const groups = groupsOf(at < 2 ? 'A' : 'B', 1 + (at % 2))
  const groupId = groups[target % groups.length] ?? ''
  await new TenantTable(world.table, companyId).delete(groupKey(connectionId, groupId))
  left.push({ number: groupId, at: world.clock.now })
}

async function halted(
  { world, halts }: Outcome,
  { campaignId }: PlannedCampaign,
  halt: () => Promise<void>,
): Promise<void> {
  await halt().then(
    () => halts.push({ campaignId, at: world.clock.now }),
    () => undefined,
  )
}

async function goesOn(
  { world, goings }: Outcome,
  { campaignId }: PlannedCampaign,
  go: () => Promise<void>,
): Promise<void> {
  const going = { campaignId, at: world.clock.now }
  goings.push(going)
  // The campaign resumes even if the process dies or cannot send the job: the sweep finds it.
  await go().catch((error: unknown) => {
    if (error instanceof DomainError) goings.splice(goings.indexOf(going), 1)
  })
}

async function block(
  { world, campaigns, blocked }: Outcome,
  campaign: PlannedCampaign,
  target: number,
): Promise<void> {
  const { companyId } = campaign
  const company = campaigns.indexOf(campaign) < 2 ? 'A' : 'B'
  const number = contactsOf(company, 1 + (target % 2))[target % RECIPIENTS]?.number ?? ''
  await new TenantTable(world.table, companyId).put({ ...blockKey(number), holder: number })
  blocked.push({ companyId, number, at: world.clock.now })
}

const BY = { reason: 'Alguém quer assim', by: { id: 'U', name: 'Ana' } }
const traceAt = (now: number, action: 'stop' | 'resume') => ({
  ...BY,
  action,
  at: new Date(now).toISOString(),
})

/** Stops all sending of a company, or of the platform. */
async function stop({ world, stops }: Outcome, companyId?: string): Promise<void> {
  const trace = traceAt(world.clock.now, 'stop')
  const ports = world.outside()
  const thrown = companyId
    ? await throwCompanySwitch(ports, companyId, trace)
    : await throwPlatformSwitch(ports, trace)
  if (thrown) stops.push({ companyId, at: world.clock.now })
}

/** Releases all stops. The process may die before it wakes the chains: the sweep then wakes them. */
async function lift({ world, lifts }: Outcome): Promise<void> {
  const { now } = world.clock
  const ports = world.outside()
  lifts.push({ at: now })
  await throwPlatformSwitch(ports, traceAt(now, 'resume'))
  for (const companyId of ['company-A', 'company-B']) {
    await throwCompanySwitch(ports, companyId, traceAt(now, 'resume'))
    void wakeChains(ports, companyId).catch(() => undefined)
  }
}

/** Resumes everything that is stopped or paused, so no run waits for ever. */
export async function letAllGoOn(outcome: Outcome): Promise<void> {
  await lift(outcome)
  for (const campaign of outcome.campaigns) {
    const resumed = () => resume(outcome.world.outside(), campaign.companyId, campaign.campaignId)
    void goesOn(outcome, campaign, resumed)
  }
}

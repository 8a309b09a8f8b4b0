import type { Campaign, PauseReason, WaitingFor } from '@recado/shared/campaigns/contract/campaign'
import { isNearlyUsed } from '@recado/shared/companies/nearly-used'
import { type Connection, NEEDS_ATTENTION } from '@recado/shared/connections/connection'
import type { Home, PlanPlaces } from '@recado/shared/dashboard/home'

/** Something that waits for a person, in the order of its urgency. */
export type Need =
  | { kind: 'connections'; connections: Connection[] }
  | { kind: 'campaign'; campaign: Campaign }
  | { kind: 'tickets'; count: number }
  | { kind: 'plan'; of: keyof PlanPlaces; used: number; limit: number }

interface Known {
  connections: readonly Connection[]
  campaigns: readonly Campaign[]
  /** Tickets without an attendant. */
  waiting: number
  plan: Home['plan']
}

/** A connection that is being opened goes on by itself. */
const isDown = ({ status }: Connection) => NEEDS_ATTENTION.includes(status) && status !== 'OPENING'

/** Pauses that are no person's decision, and waits that only a person ends. */
const PAUSES: readonly (PauseReason | null)[] = ['logged-out', 'banned', 'media', 'refusals', 'undelivered']
const WAITS: readonly (WaitingFor | null)[] = ['connection', 'fault', 'company-stop', 'company-overdue']

const waitsForSomebody = ({ status, pausedAt, pauseReason, waitingFor }: Campaign): boolean =>
  (status === 'PROGRAMADA' && waitingFor === 'attachment') ||
  (status === 'EM_ANDAMENTO' && (pausedAt ? PAUSES.includes(pauseReason) : WAITS.includes(waitingFor)))

/** What waits for a person, the most urgent first. */
export function needsIn({ connections, campaigns, waiting, plan }: Known): Need[] {
  const down = connections.filter(isDown)
  const full = plan
    ? (['connections', 'users', 'queues'] as const).filter((of) => isNearlyUsed(plan[of]))
    : []
  return [
    ...(down.length > 0 ? [{ kind: 'connections' as const, connections: down }] : []),
    ...campaigns.filter(waitsForSomebody).map((campaign) => ({ kind: 'campaign' as const, campaign })),
    ...(waiting > 0 ? [{ kind: 'tickets' as const, count: waiting }] : []),
    ...full.flatMap((of) => (plan ? [{ kind: 'plan' as const, of, ...plan[of] }] : [])),
  ]
}

import * as z from 'zod'
import {
  campaignCounters,
  campaignFault,
  campaignStatus,
  pauseReason,
} from '../../campaigns/contract/campaign.ts'
import type { Limited } from '../../companies/usage.ts'
import { type Connection, connectionStatus, statusReason } from '../../connections/connection.ts'
import { importStatus } from '../../imports/import.ts'
import type { NoticeCause } from '../../queues/jobs.ts'
import type { LiveEvent } from '../../realtime/events.ts'

/** An event about a state that is older than this, in milliseconds, comes from another change of the record. */
const FRESH_MS = 10 * 60_000

/** A connection that tries by itself is down for its users after so many looks, this many seconds apart. */
export const LOOKS = 3
export const LOOK_EVERY_SECONDS = 60

/** So many messages of a campaign have to fail, and this share of those with a result. */
const FAILED_MIN = 10
const FAILED_SHARE = 0.3

const campaignChange = z.object({
  record: z.object({
    id: z.string(),
    status: campaignStatus,
    completedAt: z.string().nullable(),
    pausedAt: z.string().nullable(),
    pauseReason: pauseReason.nullable(),
    fault: campaignFault.nullable(),
  }),
  counters: campaignCounters.pick({ sent: true, failed: true, blockeds: true }),
})
type CampaignChange = z.infer<typeof campaignChange>

const connectionChange = z.object({
  record: z.object({
    id: z.string(),
    status: connectionStatus,
    statusReason: statusReason.nullable(),
    knownNumber: z.string().nullable(),
    updatedAt: z.string(),
  }),
})

const importChange = z.object({
  importId: z.string(),
  contactListId: z.string().nullable(),
  status: importStatus,
  finishedAt: z.string().nullable(),
})

/** The topics of new users, connections and queues, which plans limit. */
const LIMITED: ReadonlyMap<string, Limited> = new Map([
  ['user', 'users'],
  ['whatsapp', 'connections'],
  ['queue', 'queues'],
])

/**
 * What users should be told of by a live event. An event tells the present state of its record, so a cause comes with
 * many events: `tellOnce` decides.
 * @param now milliseconds since 1970
 */
export function causesOf({ topic, action, body }: LiveEvent, now: number): NoticeCause[] {
  if (topic === 'campaign' && action === 'updateCounters') return campaignCauses(body, now)
  if (topic === 'whatsappSession' && action === 'update') return connectionCauses(body, now)
  if (action === 'imported' || action === 'error') return importCauses(topic, body, now)
  const of = action === 'create' ? LIMITED.get(topic) : undefined
  return of ? [{ kind: 'plan', of }] : []
}

function campaignCauses(body: unknown, now: number): NoticeCause[] {
  const change = campaignChange.safeParse(body).data
  if (!change) return []
  const { id: campaignId, status, completedAt } = change.record
  if (status === 'FINALIZADA')
    return isFresh(completedAt, now) ? [{ kind: 'campaign-ended', campaignId }] : []
  if (status !== 'EM_ANDAMENTO') return []
  return [
    ...(isWaiting(change, now) ? [{ kind: 'campaign-waiting', campaignId } as const] : []),
    ...(failsMuch(change.counters) ? [{ kind: 'campaign-failing', campaignId } as const] : []),
  ]
}

const isWaiting = ({ record: { pausedAt, pauseReason: reason, fault } }: CampaignChange, now: number) =>
  pausedAt ? reason !== 'person' && isFresh(pausedAt, now) : isFresh(fault?.at, now)

/** Whether so many messages fail that somebody should look. Blocked people are left out on purpose and count as nothing. */
export function failsMuch(counters: { sent: number; failed: number; blockeds: number }): boolean {
  const failed = counters.failed - counters.blockeds
  return failed >= FAILED_MIN && failed >= FAILED_SHARE * (failed + counters.sent)
}

/** Ends that a person of the company chose, or is busy with. */
const OWN_ENDS: readonly (string | null)[] = [
  null,
  'DISCONNECTED_BY_USER',
  'QR_NOT_SCANNED',
  'OTHER_NUMBER',
  'PASSKEY_REQUIRED',
]

/** @returns `person` if only a person can connect it again, `network` if it tries by itself, undefined if it is not down */
export function isDown({
  status,
  statusReason: reason,
  knownNumber,
}: Pick<Connection, 'status' | 'statusReason' | 'knownNumber'>): 'person' | 'network' | undefined {
  // It was never linked.
  if (knownNumber === null) return undefined
  if (status === 'DISCONNECTED') return OWN_ENDS.includes(reason) ? undefined : 'person'
  return status === 'TIMEOUT' || status === 'OPENING' ? 'network' : undefined
}

function connectionCauses(body: unknown, now: number): NoticeCause[] {
  const record = connectionChange.safeParse(body).data?.record
  if (!record || !isFresh(record.updatedAt, now)) return []
  const down = isDown(record)
  if (!down) return []
  return [{ kind: 'connection-down', connectionId: record.id, looks: down === 'person' ? LOOKS : 0 }]
}

function importCauses(topic: string, body: unknown, now: number): NoticeCause[] {
  const change = importChange.safeParse(body).data
  if (!change || change.status === 'CANCELLED' || !isFresh(change.finishedAt, now)) return []
  const { importId, contactListId } = change
  const into = topic === 'contact' ? ({ into: 'contacts' } as const) : {}
  return [{ kind: 'import-ended', importId, contactListId, ...into }]
}

const isFresh = (at: string | null | undefined, now: number): boolean =>
  typeof at === 'string' && now - Date.parse(at) < FRESH_MS

/** The name of a cause, unique among all companies. */
export function causeName(companyId: string, { kind, ...about }: NoticeCause): string {
  return `${companyId} ${kind} ${Object.values(about).join(' ')}`
}

import type { StoredCampaign } from '../campaigns/store/campaigns.ts'
import { IMPORTS_EXPIRE_DAYS } from '../imports/expiry.ts'
import type { StoredImport } from '../imports/store.ts'
import { RETAINED, type Retained, type Retention, type RetentionBounds } from './retention.ts'

const DAY_MS = 24 * 3_600_000

/** Days that each kind is kept: the company's choice, within the operator's current bounds. */
export const keptDays = (chosen: Retention, bounds: RetentionBounds): Retention =>
  forEach((kind) => {
    const { minimum, maximum } = bounds[kind]
    const wanted = chosen[kind] ?? maximum
    return wanted === null ? null : Math.max(minimum, Math.min(wanted, maximum ?? wanted))
  })

/** The bounds of a company's choice. Imports cannot be kept longer than they exist. */
export function boundsOfChoice({
  imports: { minimum, maximum },
  ...bounds
}: RetentionBounds): RetentionBounds {
  const withinExpiry = (days: number) => Math.min(days, IMPORTS_EXPIRE_DAYS)
  return {
    ...bounds,
    imports: { minimum: withinExpiry(minimum), maximum: withinExpiry(maximum ?? IMPORTS_EXPIRE_DAYS) },
  }
}

/** The choices outside the bounds, as details of an error. */
export const outsideBounds = (chosen: Retention, bounds: RetentionBounds): OutsideBounds[] =>
  RETAINED.flatMap((path): OutsideBounds[] => {
    const [wanted, { minimum, maximum }] = [chosen[path], bounds[path]]
    if (wanted === null) return []
    if (wanted < minimum) return [{ path, code: 'below_minimum' }]
    return maximum !== null && wanted > maximum ? [{ path, code: 'above_maximum' }] : []
  })

interface OutsideBounds {
  path: Retained
  code: 'below_minimum' | 'above_maximum'
}

/** Data before the cutoff are deleted, by kind, in milliseconds since 1970; null: none. */
export type Cutoffs = Record<Retained, number | null>

/** @param now milliseconds since 1970 */
export const cutoffsAt = (kept: Retention, now: number): Cutoffs =>
  forEach((kind) => {
    const days = kept[kind]
    return days === null ? null : now - days * DAY_MS
  })

/** Whether any kind is ever deleted. */
export const isAnythingDue = (kept: Retention): boolean => RETAINED.some((kind) => kept[kind] !== null)

/** Whether a campaign's recipients are due: it has ended, and has not changed since the cutoff. */
export const isLedgerDue = (campaign: Ended & Pick<StoredCampaign, 'ledger'>, cutoff: number): boolean =>
  campaign.ledger !== null && endedBefore(campaign, cutoff)

/** Whether a cancelled campaign's unfinished ledgers are old enough to delete. */
export const isUnusedLedgerDue = (
  campaign: Ended & Pick<StoredCampaign, 'preparedAt' | 'preparations' | 'clearedPreparations'>,
  cutoff: number,
): boolean =>
  campaign.status === 'CANCELADA' &&
  campaign.preparedAt === null &&
  campaign.preparations > (campaign.clearedPreparations ?? 0) &&
  endedBefore(campaign, cutoff)

type Ended = Pick<StoredCampaign, 'status' | 'updatedAt' | 'completedAt'>

function endedBefore({ status, updatedAt, completedAt }: Ended, cutoff: number): boolean {
  if (status !== 'FINALIZADA' && status !== 'CANCELADA') return false
  return Math.max(Date.parse(updatedAt), Date.parse(completedAt ?? updatedAt)) < cutoff
}

/** Whether an import is due: it has ended, and so has its handover. */
export function isImportDue(
  { finishedAt, sync }: Pick<StoredImport, 'finishedAt' | 'sync'>,
  cutoff: number,
): boolean {
  if (finishedAt === null || Date.parse(finishedAt) >= cutoff) return false
  return sync?.status !== 'WAITING' && sync?.status !== 'RUNNING'
}

function forEach<T>(of: (kind: Retained) => T): Record<Retained, T> {
  const [conversations, media, ledgers, audit, imports] = RETAINED
  return {
    conversations: of(conversations),
    media: of(media),
    ledgers: of(ledgers),
    audit: of(audit),
    imports: of(imports),
  }
}

import { AGAIN, retrying } from '../../table/retrying.ts'
import type { TenantTable } from '../../table/tenant.ts'
import type { FailureReason } from '../contract/shipping.ts'
import { recipientsFrom } from '../ledger/ledger.ts'
import { reopen } from '../ledger/settle.ts'
import { changeCampaign, getCampaign, type StoredCampaign } from '../store/campaigns.ts'

/** A recipient who failed for one of these reasons did not get the message, and is sent to again. */
const RESENT: readonly FailureReason[] = [
  'REFUSED',
  'NOT_ON_WHATSAPP',
  'NO_DEVICE',
  'NO_KEYS',
  'NO_ANSWER',
  'EMPTY_MESSAGE',
]
/** A recipient who failed for one of these may have got the message: a person decides (invariant 2). */
const UNKNOWN: readonly FailureReason[] = ['UNKNOWN_OUTCOME', 'PARTLY_SENT']

export const reasonsResent = (includeUnknown: boolean): readonly FailureReason[] =>
  includeUnknown ? [...RESENT, ...UNKNOWN] : RESENT

const AT_ONCE = 50

/**
 * Makes a finished campaign's failed recipients ready for another attempt. A call that resumes after a crash skips
 * the recipients that were already reopened.
 * @returns whether all of them are ready
 */
export async function reopenFailed(table: TenantTable, campaign: StoredCampaign): Promise<boolean> {
  const { ledger, resends, resendsUnknown } = campaign
  if (!ledger) return false
  const reason = { in: reasonsResent(resendsUnknown) }
  const filter = { status: 'FAILED', reason, erased: { exists: false } } as const
  for (let after: number | undefined, more = true; more; ) {
    const page = await recipientsFrom(table, ledger, { after, limit: AT_ONCE, filter, consistent: true })
    await reopen(
      table,
      page.rows.filter(({ resend = 0 }) => resend < resends),
      resends,
    )
    after = page.after
    more = after !== undefined
  }
  return becomesReady(table, campaign)
}

const becomesReady = (table: TenantTable, { id, resends }: StoredCampaign): Promise<boolean> =>
  retrying(
    table,
    () => getCampaign(table, id),
    async (campaign) => {
      if (campaign?.status !== 'EM_ANDAMENTO' || campaign.resends !== resends) return false
      return (await changeCampaign(table, campaign, { resendsReady: resends })) || AGAIN
    },
  )

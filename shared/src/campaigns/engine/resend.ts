import type { TenantTable } from '../../table/tenant.ts'
import { recipientsFrom } from '../ledger.ts'
import { reopen } from '../settle.ts'
import type { FailureReason } from '../shipping.ts'
import { changeCampaign, getCampaign, type StoredCampaign } from '../store.ts'

/** Who failed for one of these may get the message by another attempt. */
const RESENT: readonly FailureReason[] = [
  'REFUSED',
  'NOT_ON_WHATSAPP',
  'NO_DEVICE',
  'NO_KEYS',
  'NO_ANSWER',
  'EMPTY_MESSAGE',
]
/** Who failed for one of these may have got it: only a person decides about them (invariant 2). */
const UNKNOWN: readonly FailureReason[] = ['UNKNOWN_OUTCOME', 'PARTLY_SENT']

export const reasonsResent = (includeUnknown: boolean): readonly FailureReason[] =>
  includeUnknown ? [...RESENT, ...UNKNOWN] : RESENT

const AT_ONCE = 50

/**
 * Makes a finished campaign's failed recipients ready to be sent to again. Whoever was taken up already, before
 * a death, is not taken up twice.
 * @returns whether they stand ready
 */
export async function reopenFailed(table: TenantTable, campaign: StoredCampaign): Promise<boolean> {
  const { ledger, resends, resendsUnknown } = campaign
  if (!ledger) return false
  const reason = { in: reasonsResent(resendsUnknown) }
  const filter = { status: 'FAILED', reason, erased: { exists: false } }
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

async function becomesReady(table: TenantTable, { id, resends }: StoredCampaign): Promise<boolean> {
  for (;;) {
    const campaign = await getCampaign(table, id)
    if (campaign?.status !== 'EM_ANDAMENTO' || campaign.resends !== resends) return false
    if (await changeCampaign(table, campaign, { resendsReady: resends })) return true
  }
}

import type { Shipping, ShippingView } from '@recado/shared/campaigns/contract/shipping'
import { detailsErased } from '@recado/shared/campaigns/engine/actions'
import { type CampaignCounts, getCounts } from '@recado/shared/campaigns/ledger/counts'
import { allRecipients, recipientsFrom } from '@recado/shared/campaigns/ledger/ledger'
import { type Recipient, shippingOf } from '@recado/shared/campaigns/ledger/recipient'
import type { PageQuery } from '@recado/shared/http/paging'
import type { Language } from '@recado/shared/language'
import { searchTerm } from '@recado/shared/searchable'
import type { Actor } from '@recado/shared/sessions/session'
import type { All } from '@recado/shared/table/table'
import { tableOf } from '../context.ts'
import { fileOrExport } from '../exports/exports.ts'
import { pageOf } from '../http/pages.ts'
import { requireCampaign } from './campaigns.ts'

/** In longer ledgers, matches of more than one page are not counted. */
const COUNTED_AT_MOST = 5000

/** Recipients that each view shows. */
const IN_VIEW: Record<ShippingView, All<Recipient>> = {
  OPEN: { status: { in: ['PENDING', 'POSTPONED', 'AWAITING', 'SENDING'] } },
  PENDING: { status: { in: ['PENDING', 'POSTPONED'] } },
  AWAITING: { status: 'AWAITING' },
  SENDING: { status: 'SENDING' },
  SENDED: { status: 'SENDED' },
  DELIVERED: { deliveredAt: { exists: true } },
  READ: { readAt: { exists: true } },
  REPLIED: { repliedAt: { exists: true } },
  FAILED: { status: 'FAILED' },
  FAULTS: { status: 'FAILED', block: false },
  BLOCKED: { block: true },
}

/** Views with a stored count. */
const COUNTED: Partial<Record<ShippingView, (counts: CampaignCounts) => number>> = {
  OPEN: ({ open }) => open,
  AWAITING: ({ awaiting }) => awaiting,
  SENDED: ({ sent }) => sent,
  DELIVERED: ({ received }) => received,
  READ: ({ read }) => read,
  REPLIED: ({ replied }) => replied,
  FAILED: ({ failed }) => failed,
  FAULTS: ({ failed, blocked }) => failed - blocked,
  BLOCKED: ({ blocked }) => blocked,
}

export async function page(
  { companyId }: Actor,
  campaignId: string,
  { status, ...query }: PageQuery & { status?: ShippingView | undefined },
) {
  const { ledger: stands, recipients, detailsErasedAt } = await requireCampaign(companyId, campaignId)
  const ledger = detailsErasedAt ? null : stands
  const search = searchTerm(query.searchParam ?? '')
  const filter = { ...(status && IN_VIEW[status]), ...(search && { searchText: { contains: search } }) }
  const isFiltered = Object.keys(filter).length > 0
  const { rows, ...end } = await pageOf<Shipping>(
    [companyId, campaignId, status ?? '', search],
    query,
    async (after, limit) => {
      if (!ledger) return { rows: [] }
      const from = { after: after === undefined ? undefined : Number(after), limit }
      const found = await recipientsFrom(tableOf(companyId), ledger, {
        ...from,
        ...(isFiltered && { filter }),
      })
      return {
        rows: found.rows.map(shippingOf),
        ...(found.after !== undefined && { after: String(found.after) }),
      }
    },
  )
  if (!isFiltered) return { records: rows, count: recipients, ...end }
  const isAll = isFirstPage(query) && !end.hasMore
  const inLedger = { companyId, campaignId, ledger: ledger ?? '', recipients }
  const count = isAll ? rows.length : await countOf(inLedger, filter, search ? undefined : status)
  return { records: rows, count, ...end }
}

const isFirstPage = ({ cursor, pageNumber = 1 }: PageQuery): boolean =>
  cursor === undefined && pageNumber === 1

interface InLedger {
  companyId: string
  campaignId: string
  ledger: string
  recipients: number
}

/** Number of matching recipients; null if counting would take too long. */
async function countOf(
  { companyId, campaignId, ledger, recipients }: InLedger,
  filter: All<Recipient>,
  view: ShippingView | undefined,
): Promise<number | null> {
  const table = tableOf(companyId)
  const counted = view && COUNTED[view]
  if (counted) return counted(await getCounts(table, campaignId))
  if (recipients > COUNTED_AT_MOST) return null
  let count = 0
  for await (const _ of allRecipients(table, ledger, { filter })) count++
  return count
}

/** All recipients with their results. @throws DomainError ERR_CAMPAIGN_DETAILS_ERASED */
export async function exported(actor: Actor, campaignId: string, language: Language) {
  const { recipients, detailsErasedAt } = await requireCampaign(actor.companyId, campaignId)
  if (detailsErasedAt) throw detailsErased()
  return fileOrExport(actor, { kind: 'campaign', campaignId, language }, recipients)
}

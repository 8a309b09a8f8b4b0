import { recipientsFrom, shippingOf } from '@recado/shared/campaigns/ledger'
import type { Shipping, ShippingStatus } from '@recado/shared/campaigns/shipping'
import { searchTerm } from '@recado/shared/contacts/searchable'
import type { PageQuery } from '@recado/shared/http/paging'
import type { Actor } from '@recado/shared/sessions/session'
import { tableOf } from '../context.ts'
import { pageOf } from '../http/pages.ts'
import { stored } from './campaigns.ts'

/** Larger than other pages: the report scrolls through many thousands. */
const ROWS = 100

export async function page(
  { companyId }: Actor,
  campaignId: string,
  { status, ...query }: PageQuery & { status?: ShippingStatus | undefined },
) {
  const { ledger, recipients } = await stored(companyId, campaignId)
  const search = searchTerm(query.searchParam ?? '')
  const filter = { ...(status && { status }), ...(search && { searchText: { contains: search } }) }
  const { rows, ...end } = await pageOf<Shipping>(
    [companyId, campaignId, status ?? '', search],
    query,
    async (after, limit) => {
      if (!ledger) return { rows: [] }
      const from = { after: after === undefined ? undefined : Number(after), limit }
      const found = await recipientsFrom(tableOf(companyId), ledger, {
        ...from,
        ...(Object.keys(filter).length > 0 && { filter }),
      })
      return {
        rows: found.rows.map(shippingOf),
        ...(found.after !== undefined && { after: String(found.after) }),
      }
    },
    ROWS,
  )
  return { records: rows, count: recipients, ...end }
}

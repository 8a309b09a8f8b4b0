import { countsOf } from '@recado/shared/campaigns/ledger/counts'
import { pageOfCampaignIds } from '@recado/shared/campaigns/store/campaign-lists'
import { campaignsOfPage, campaignWrites } from '@recado/shared/campaigns/store/campaigns'
import { PAGE_SIZE } from '@recado/shared/http/paging'
import { newId } from '@recado/shared/ids'
import { DynamoTable } from '@recado/shared/table/dynamo'
import { TenantTable } from '@recado/shared/table/tenant'
import { aCampaign } from '../support/builders.ts'
import { startEmulator } from '../support/dynamodb.ts'
import { CountedTable } from './counted-table.ts'
import type { Size } from './size.ts'

const TABLE = 'pages'
const SIZES = { usual: { few: 100, many: 10_000 }, smallest: { few: 30, many: 300 } }
/** A long message, as companies write, because a page reads whole campaigns. */
const TEXT = 'Temos novidades para você. '.repeat(40)
const AT_ONCE = 200

/** Read units of the first page, for a company with few campaigns and one with many: they must not grow. */
export async function benchPages(size: Size): Promise<void> {
  const { few, many } = SIZES[size]
  const dynamodb = await startEmulator()
  try {
    await dynamodb.createTable(TABLE)
    const table = new DynamoTable(TABLE, dynamodb.client)
    console.log(`\ncampaigns of a company         ${String(few).padEnd(8)} ${String(many).padEnd(8)} ratio`)
    const counted: CountedTable[] = []
    for (const count of [few, many]) {
      const companyId = `WITH-${count}`
      await fill(new TenantTable(table, companyId), count)
      counted.push(await CountedTable.open(dynamodb.address, TABLE, companyId))
    }
    for (const [what, search] of [
      ['first page, read units', ''],
      ['a name that all have', 'natal'],
      ['a name that one has', 'natal 7.'],
    ] as const) {
      const [a = 0, b = 0] = await Promise.all(
        counted.map((each) => each.readUnitsOf(() => readPage(each.table, search))),
      )
      console.log(`${what.padEnd(30)} ${String(a).padEnd(8)} ${String(b).padEnd(8)} ${(b / a).toFixed(2)} ×`)
    }
    for (const each of counted) await each.stop()
  } finally {
    await dynamodb.stop()
  }
}

/** The API's reads for the first page, with its counts. */
async function readPage(table: TenantTable, search: string): Promise<void> {
  const { rows } = await pageOfCampaignIds(table, { type: 'PRIVATE', search, limit: PAGE_SIZE })
  await campaignsOfPage(table, rows)
  await countsOf(
    table,
    rows.map(({ id }) => id),
  )
}

async function fill(table: TenantTable, count: number): Promise<void> {
  const { companyId } = table
  for (let from = 0; from < count; from += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, at) => from + at)
    await Promise.all(
      numbers.map((number) => {
        const named = { id: newId(), companyId, name: `Natal ${number}.`, message1: TEXT }
        return table.transact(campaignWrites(aCampaign(named)))
      }),
    )
  }
}

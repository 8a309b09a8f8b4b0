import { countsKey, NO_COUNTS } from '@recado/shared/campaigns/ledger/counts'
import { putRecipients } from '@recado/shared/campaigns/ledger/ledger'
import { ledgerId, type Recipient } from '@recado/shared/campaigns/ledger/recipient'
import { putCampaign } from '@recado/shared/campaigns/store/campaigns'
import { exportBegun } from '@recado/shared/http/contract'
import { newId } from '@recado/shared/ids'
import type { TenantTable } from '@recado/shared/table/tenant'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, fileOf } from '../support/api-client.ts'
import type { RequestTo, ResponseTo } from '../support/api-routes.ts'
import { aCampaign } from '../support/builders.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { rowsOf } from '../support/spreadsheets-by-hand.ts'
import { sharedSystem } from '../support/test-system.ts'

const AT = '2026-11-21T12:00:00.000Z'

const { principals } = sharedSystem()
let table: TenantTable
let admin: ApiClient
let id: string

/** One of every kind, as the counters say. */
const LEDGER: Partial<Recipient>[] = [
  { name: 'Ana', status: 'SENDED', level: 'server', sentAt: AT },
  { name: 'Beto', status: 'SENDED', level: 'delivered', sentAt: AT, deliveredAt: AT },
  { name: 'Caio', status: 'SENDED', level: 'read', sentAt: AT, deliveredAt: AT, readAt: AT },
  {
    name: 'Dora',
    status: 'SENDED',
    level: 'read',
    sentAt: AT,
    deliveredAt: AT,
    readAt: AT,
    repliedAt: AT,
    variant: 2,
  },
  { name: '=1+1', status: 'FAILED', reason: 'REFUSED', failureCode: '479' },
  { name: 'Fabio', status: 'FAILED', reason: 'SKIPPED_BLOCKED', block: true },
  { name: 'Gil', status: 'AWAITING', confirmation: 'ASKED', askedAt: AT },
  { name: 'Hugo', status: 'PENDING' },
  { name: 'Ivo', status: 'SENDING' },
  { name: 'Vendas', status: 'PENDING', chat: 'group-120363000000000001' },
]
const COUNTS = { sent: 4, received: 3, read: 2, replied: 1, failed: 2, blocked: 1, awaiting: 1, open: 4 }

beforeAll(async () => {
  const companyId = await principals.company()
  table = principals.tenant(companyId)
  admin = await principals.signedIn(companyId)
  id = await campaignOf(LEDGER)
  await table.put({ ...NO_COUNTS, ...COUNTS, campaignId: id, ...countsKey(id) })
})

async function campaignOf(recipients: Partial<Recipient>[], counted = recipients.length): Promise<string> {
  const campaignId = newId()
  const ledger = ledgerId(campaignId, 1)
  const row = { id: campaignId, companyId: table.companyId, ledger, recipients: counted }
  await putCampaign(table, aCampaign({ ...row, status: 'FINALIZADA', preparedAt: AT, startedAt: AT }))
  await putRecipients(
    table,
    recipients.map((recipient, place) => ({
      campaignId,
      ledger,
      place,
      number: `55119555${10_000 + place}`,
      name: 'Ana',
      email: '',
      var1: '',
      var2: '',
      var3: '',
      block: false,
      createdAt: AT,
      level: 'none',
      step: 'message',
      attempt: 1,
      variant: 1,
      confirmationVariant: 1,
      status: 'PENDING',
      searchText: `${recipient.name?.toLowerCase()} 55119555${10_000 + place}`,
      ...recipient,
    })),
  )
  return campaignId
}

type Query = Omit<RequestTo<'listShippings'>, 'campaignId'>
const page = (query: Query, campaignId = id) => admin.call('listShippings', { campaignId, ...query })
const names = ({ records }: ResponseTo<'listShippings'>) => records.map(({ contact }) => contact.name)

describe('the recipients of a campaign', () => {
  test.each([
    [{}, LEDGER.map(({ name }) => name)],
    [{ status: 'PENDING' }, ['Hugo', 'Vendas']],
    [{ status: 'AWAITING' }, ['Gil']],
    [{ status: 'SENDING' }, ['Ivo']],
    [{ status: 'SENDED' }, ['Ana', 'Beto', 'Caio', 'Dora']],
    [{ status: 'DELIVERED' }, ['Beto', 'Caio', 'Dora']],
    [{ status: 'READ' }, ['Caio', 'Dora']],
    [{ status: 'REPLIED' }, ['Dora']],
    [{ status: 'FAILED' }, ['=1+1', 'Fabio']],
    [{ status: 'BLOCKED' }, ['Fabio']],
    [{ searchParam: 'BET' }, ['Beto']],
    [{ searchParam: '10005' }, ['Fabio']],
    [{ status: 'SENDED', searchParam: 'a' }, ['Ana', 'Caio', 'Dora']],
    [{ searchParam: 'ninguem' }, []],
  ] as [Query, string[]][])('recipients filtered by %j are listed and counted', async (query, expected) => {
    const found = await page(query)
    expect(names(found)).toEqual(expected)
    expect(found).toMatchObject({ count: expected.length, hasMore: false })
  })

  test('recipients show status, level, variant and confirmation', async () => {
    const { records } = await page({})
    expect(records.map(({ status }) => status).filter((status) => status === 'PENDING')).toHaveLength(3)
    expect(records[6]).toMatchObject({ confirmation: 'ASKED', confirmationRequestedAt: AT })
    expect(records[3]).toMatchObject({ level: 'replied', variant: 2 })
    expect(records[9]).toMatchObject({ isGroup: true })
  })

  test('recipients come in pages of twenty', async () => {
    const many = await campaignOf(
      Array.from({ length: 50 }, (_, at) => ({
        status: at % 2 ? ('SENDING' as const) : ('PENDING' as const),
      })),
    )
    const first = await page({ status: 'SENDING' }, many)
    expect([first.records.length, first.count, first.hasMore]).toEqual([20, 25, true])
    const cursor = first.nextCursor ?? ''
    const second = await page({ status: 'SENDING', cursor }, many)
    expect([second.records.length, second.count, second.hasMore]).toEqual([5, 25, false])
    const ids = [...first.records, ...second.records].map((record) => record.id)
    expect(new Set(ids).size).toBe(25)
    expect(
      await admin.attempt('listShippings', { campaignId: many, status: 'PENDING', cursor }),
    ).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    })
  })
})

test('a search of a long campaign counts the matches of one page, and says nothing about more', async () => {
  const long = await campaignOf(
    Array.from({ length: 150 }, (_, at) => ({ name: at === 120 ? 'Zuleica' : 'Ana' })),
    5001,
  )
  expect(await page({ searchParam: 'zuleica' }, long)).toMatchObject({ count: 1, hasMore: false })
  expect(await page({ searchParam: 'ninguem' }, long)).toMatchObject({ count: 0, hasMore: false })
  expect(await page({ searchParam: 'ana' }, long)).toMatchObject({ count: null, hasMore: true })
  expect(await page({}, long)).toMatchObject({ count: 5001 })
})

describe('the spreadsheet of a campaign', () => {
  const sheetOf = async (campaignId: string) => fileOf(await admin.call('exportCampaign', { campaignId }))

  test('the spreadsheet of a campaign shows each recipient’s outcome in the company’s time zone', async () => {
    const sheet = await sheetOf(id)
    expect(sheet.fileName).toMatch(/^Promoção \d\d-\d\d-\d{4}\.xlsx$/)
    const [header, ...rows] = await rowsOf(sheet.bytes)
    expect(header).toEqual([
      'Nome',
      'Número',
      'Status',
      'Nível',
      'Variante',
      'Motivo',
      'Código',
      'Enviada em',
      'Entregue em',
      'Lida em',
      'Respondida em',
    ])
    const nine = '21/11/2026 09:00:00'
    expect(rows[3]).toEqual([
      'Dora',
      '5511955510003',
      'Enviado',
      'Respondida',
      '2',
      '',
      '',
      nine,
      nine,
      nine,
      nine,
    ])
    expect(rows[4]?.slice(0, 7)).toEqual([
      '=1+1',
      '5511955510004',
      'Falhou',
      '',
      '1',
      'O WhatsApp recusou a mensagem',
      '479',
    ])
    expect(rows[5]?.[2]).toBe('Bloqueado')
    expect(rows[6]?.[2]).toBe('Aguardando confirmação')
    expect(rows).toHaveLength(LEDGER.length)
  })

  test('the spreadsheet of many recipients is written in the background, in the language of the call', {
    timeout: atMost(60_000),
  }, async () => {
    const many = await campaignOf(Array.from({ length: 5001 }, () => ({})))
    const request = { campaignId: many, language: 'es' } as const
    const { exportId } = exportBegun.parse(await admin.call('exportCampaign', request))
    const done = await eventually('it is written', async () => {
      const state = await admin.call('getExport', { exportId })
      return state.status === 'DONE' && state
    })
    const response = await fetch(done.url ?? '')
    const rows = await rowsOf(new Uint8Array(await response.arrayBuffer()))
    expect(rows).toHaveLength(5002)
    expect(rows[0]?.slice(0, 2)).toEqual(['Nombre', 'Número'])
  })

  test('the spreadsheet of a campaign that never ran has only a header', async () => {
    const { bytes } = await sheetOf(await emptyCampaign())
    expect(await rowsOf(bytes)).toHaveLength(1)
  })

  const emptyCampaign = async () => {
    const campaign = aCampaign({ companyId: table.companyId })
    await putCampaign(table, campaign)
    return campaign.id
  }
})

import { noticeLetter } from '@recado/functions/letters/notice-letter'
import { toldOf } from '@recado/functions/notices/told'
import { campaignKey } from '@recado/shared/campaigns/store/campaigns'
import { putConnection } from '@recado/shared/connections/store'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { describe, expect, test, vi } from 'vitest'
import { aConnection } from '../support/builders.ts'
import { aLedger } from '../support/stored-campaigns.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))

const MAIL = {
  name: 'Ana',
  kind: 'campaign-ended',
  language: 'pt',
  origin: 'https://app.example.com',
  timeZone: 'America/Sao_Paulo',
} as const

test.each([
  [[], 'Não havia contatos quando ela começou.'],
  [['5511987651001'], 'Enviadas: 0. Falhas: 0.'],
])('a notice of an ended campaign to %j says “%s”', async (numbers, sentence) => {
  const table = new TenantTable(new MemoryTable(), 'A')
  const campaignId = await aLedger(table, 'LOJA', numbers)
  const completedAt = '2026-11-30T12:00:00.000Z'
  await table.update(campaignKey(campaignId), { set: { status: 'FINALIZADA', completedAt } })
  const told = await toldOf(table, { kind: 'campaign-ended', campaignId })
  if (!told || told === 'again') throw new Error('Nothing is told')
  expect(noticeLetter('ana@x.test', { ...MAIL, about: told.about }).text).toContain(sentence)
})

test.each([
  ['logged-out', 'A conexão foi desconectada do WhatsApp.'],
  ['banned', 'O WhatsApp baniu esta conta.'],
  ['media', 'O anexo não pôde ser lido.'],
  ['refusals', 'O WhatsApp recusou várias mensagens seguidas.'],
  ['undelivered', 'nenhuma chegou a um celular.'],
] as const)('a notice of a campaign that is paused for %s says “%s”', async (pauseReason, sentence) => {
  const table = new TenantTable(new MemoryTable(), 'A')
  const pausedAt = '2026-11-30T12:00:00.000Z'
  const campaignId = await aLedger(table, 'LOJA', [], { pausedAt, pauseReason })
  const told = await toldOf(table, { kind: 'campaign-waiting', campaignId })
  if (!told || told === 'again') throw new Error('Nothing is told')
  const mail = { ...MAIL, kind: 'campaign-waiting' } as const
  expect(noticeLetter('ana@x.test', { ...mail, about: told.about }).text).toContain(sentence)
})

describe('a ban whose end is known', () => {
  const until = '2026-12-01T12:00:00.000Z'

  test('is named with its end in the notice of the campaign that it paused', async () => {
    const table = new TenantTable(new MemoryTable(), 'A')
    const paused = { pausedAt: '2026-11-30T12:00:00.000Z', pauseReason: 'banned' } as const
    const campaignId = await aLedger(table, 'LOJA', [], { ...paused, bannedUntil: until })
    expect(await toldOf(table, { kind: 'campaign-waiting', campaignId })).toMatchObject({ about: { until } })
  })

  test('is named with its end in the notice of the connection', async () => {
    const table = new TenantTable(new MemoryTable(), 'A')
    const banned = { status: 'DISCONNECTED', statusReason: 'TEMPORARILY_BANNED' } as const
    const connection = aConnection({
      companyId: 'A',
      ...banned,
      id: 'LOJA',
      knownNumber: '5511987650001',
      bannedUntil: until,
    })
    await putConnection(table, connection)
    expect(await toldOf(table, { kind: 'connection-down', connectionId: 'LOJA', looks: 3 })).toMatchObject({
      about: { reason: 'TEMPORARILY_BANNED', until },
    })
  })

  const connection = { place: 'connections', name: 'Loja', reason: 'TEMPORARILY_BANNED' } as const
  const campaign = { place: 'campaign', id: 'C', name: 'Natal', reason: 'banned' } as const
  test.each([
    [
      'pt',
      'connection-down',
      { ...connection, until },
      'suspendeu esta conta até 01/12/2026 09:00. Não conecte antes.',
    ],
    ['en', 'connection-down', { ...connection, until }, 'suspended this account until 01/12/2026 09:00.'],
    ['es', 'connection-down', { ...connection, until }, 'suspendió esta cuenta hasta 01/12/2026 09:00.'],
    ['pt', 'campaign-waiting', { ...campaign, until }, 'suspendeu esta conta até 01/12/2026 09:00.'],
    [
      'pt',
      'connection-down',
      connection,
      'O fim da suspensão aparece no WhatsApp do celular. Não conecte antes.',
    ],
    ['pt', 'connection-down', { ...connection, reason: 'BANNED' }, 'O WhatsApp recusou esta conta.'],
  ] as const)(
    'is mailed in %s in the company’s zone: %s about %j says “%s”',
    (language, kind, about, words) => {
      const { text } = noticeLetter('ana@x.test', { ...MAIL, kind, about, language })
      expect(text).toContain(words)
      expect(text).not.toContain('até alguém conectar de novo')
    },
  )
})

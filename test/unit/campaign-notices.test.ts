import { noticeLetter } from '@recado/functions/letters/notice-letter'
import { toldOf } from '@recado/functions/notices/told'
import { campaignKey } from '@recado/shared/campaigns/store/campaigns'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { expect, test, vi } from 'vitest'
import { aLedger } from '../support/stored-campaigns.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))

const MAIL = {
  name: 'Ana',
  kind: 'campaign-ended',
  language: 'pt',
  origin: 'https://app.example.com',
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

import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { forgetSentDraft, getDraft, saveDraft } from '@recado/shared/tickets/store/drafts'
import { beforeEach, expect, test } from 'vitest'

const NOW = Date.parse('2026-11-23T12:00:00.000Z')

let table: TenantTable
beforeEach(() => {
  table = new TenantTable(new MemoryTable(), 'A')
})

const saves = (text: string, quoted: string | null = null) =>
  saveDraft(table, 'T1', 'ana', { text, quoted }, NOW)
const draft = () => getDraft(table, 'T1', 'ana')

test('a draft keeps the message that it quotes', async () => {
  await saves('São 10 reais', 'M1')
  expect(await draft()).toEqual({ text: 'São 10 reais', quoted: 'M1' })
})

test('a draft is deleted with its text, also if it quotes a message', async () => {
  for (const quoted of [null, 'M1']) {
    await saves('São 10 reais', quoted)
    await saves('', quoted)
    expect(await draft()).toBeNull()
  }
})

test('a sent message deletes the draft that it was written from, and no later one', async () => {
  await saves('São 10 re', 'M1')
  await forgetSentDraft(table, 'T1', 'ana', 'São 10 reais')
  expect(await draft()).toBeNull()
  await saves('E o frete')
  await forgetSentDraft(table, 'T1', 'ana', 'São 10 reais')
  expect(await draft()).toMatchObject({ text: 'E o frete' })
})

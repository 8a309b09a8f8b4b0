import type { AuditEntry } from '@recado/shared/audit/audit'
import type { Erasure } from '@recado/shared/data-subjects/erasure'
import type { ReactNode } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { DeedDetails } from '../../web/src/audit/DeedDetails.tsx'
import { ErasureResult } from '../../web/src/data-subjects/ErasureResult.tsx'
import { elementsIn, mounted } from '../support/mounted.ts'
import { speakPortuguese } from '../support/portuguese.ts'

vi.mock('../../web/src/zone/use-zone.ts', () => ({ useZone: () => 'America/Sao_Paulo' }))

beforeAll(speakPortuguese)

const ENTRY: AuditEntry = {
  id: 'E1',
  at: '2026-11-29T16:00:00.000Z',
  who: { id: 'U1', name: 'Operadora', support: true },
  action: 'companies.updateCompany',
  target: 'C1',
  targetName: 'Padaria',
  fields: [],
  from: { address: '127.0.0.1', place: null, agent: null },
  reason: null,
  until: null,
  refused: null,
}

const textsIn = (tree: ReactNode) =>
  elementsIn<{ children?: ReactNode }>(tree).flatMap(({ props: { children } }) =>
    typeof children === 'string' ? [children] : [],
  )

async function detailsOf(some: Partial<AuditEntry>): Promise<string[]> {
  const page = await mounted(DeedDetails, { entry: { ...ENTRY, ...some } })
  const answer = page.answer()
  await page.unmount()
  return textsIn(answer)
}

test('an entry about a changed record names its changed fields as the form does', async () => {
  const fields = ['planId', 'dueDate', 'formerField']
  expect(await detailsOf({ fields })).toEqual(['Campos: Plano, Vencimento'])
})

test('an entry names the parts of a campaign’s message once', async () => {
  const fields = ['message1', 'message2', 'whatsappId']
  expect(await detailsOf({ action: 'campaigns.updateCampaign', fields })).toEqual([
    'Campos: Mensagens, Conexão',
  ])
})

test('an entry of a created record, or of a record sent unchanged, names no fields', async () => {
  expect(await detailsOf({ action: 'companies.createCompany', fields: ['name'] })).toEqual([])
  expect(await detailsOf({})).toEqual([])
})

test('an entry of a support access says what it allows, until when, and why', async () => {
  const granted = {
    action: 'users.supportGranted',
    fields: ['minutes'],
    reason: 'Chamado 1',
    until: '2026-11-29T17:00:00.000Z',
  }
  expect(await detailsOf(granted)).toEqual(['Somente leitura, até 29/11/2026 14:00', 'Motivo: Chamado 1'])
  expect((await detailsOf({ ...granted, fields: ['minutes', 'mayChange'], until: null }))[0]).toBe(
    'Pode alterar',
  )
})

const ERASURE: Erasure = {
  id: 'X1',
  lastDigits: '5678',
  status: 'DONE',
  erased: { contacts: 1, groups: 0, recipients: 0, messages: 0, files: 0, tickets: 0, blocks: 1 },
  blocked: true,
  lifted: null,
  by: 'Rita',
  createdAt: '2026-11-29T16:00:00.000Z',
  finishedAt: '2026-11-29T16:01:00.000Z',
}

async function resultOf(erasure: Erasure): Promise<string[]> {
  const page = await mounted(ErasureResult, { erasure })
  const answer = page.answer()
  await page.unmount()
  return textsIn(answer)
}

test('the register of erasures counts the blocks, and says when and by whom campaigns were allowed', async () => {
  expect(await resultOf(ERASURE)).toEqual(['1 contato, 1 bloqueio'])
  const lifted = { at: '2026-11-29T17:00:00.000Z', by: 'Caio' }
  expect(await resultOf({ ...ERASURE, blocked: false, lifted })).toEqual([
    '1 contato, 1 bloqueio',
    'Campanhas permitidas em 29/11/2026 14:00 por Caio',
  ])
})

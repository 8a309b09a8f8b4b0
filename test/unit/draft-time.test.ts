import { create, duplicate, update } from '@recado/functions/campaigns/saving'
import {
  type CampaignChange,
  campaignChange,
  campaignInput,
} from '@recado/shared/campaigns/contract/campaign'
import { getCampaign } from '@recado/shared/campaigns/store/campaigns'
import { putConnection } from '@recado/shared/connections/store'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, expect, test, vi } from 'vitest'
import { anActor } from '../support/actors.ts'
import { aConnection } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'
import { aListOf } from '../support/stored-campaigns.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))

const NOON = Date.UTC(2026, 10, 23, 15)
const TOMORROW = '2026-11-24T15:00:00.000Z'

let table: TenantTable
let draft: { id: string; draftScheduledAt?: string | null }

beforeEach(async () => {
  const memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  setContext({ table, ports: enginePorts(memory, () => NOON).ports })
  const connection = aConnection({ companyId: 'A', status: 'CONNECTED' })
  await putConnection(table, connection)
  const contactListId = await aListOf(table, [{ number: '5511955550001' }])
  const values = { name: 'Promoção', whatsappId: connection.id, contactListId, message1: 'Olá' }
  draft = await create(anActor(), campaignInput.parse({ ...values, draftScheduledAt: TOMORROW }))
})

const change = (fields: Partial<CampaignChange>) => update(anActor(), draft.id, campaignChange.parse(fields))

test('a draft keeps the time chosen for it, and is not due at that time', async () => {
  expect(draft).toMatchObject({ status: 'INATIVA', scheduledAt: null, draftScheduledAt: TOMORROW })
  expect(await getCampaign(table, draft.id)).toMatchObject({ dueAt: null, draftScheduledAt: TOMORROW })
  expect(await change({ message1: 'Oi' })).toMatchObject({ draftScheduledAt: TOMORROW })
})

test('a scheduled campaign forgets the time of its draft', async () => {
  const scheduled = await change({ scheduledAt: TOMORROW, draftScheduledAt: TOMORROW })
  expect(scheduled).toMatchObject({ status: 'PROGRAMADA', scheduledAt: TOMORROW, draftScheduledAt: null })
})

test('the copy of a draft has no time', async () => {
  expect(await duplicate(anActor(), draft.id)).toMatchObject({ scheduledAt: null, draftScheduledAt: null })
})

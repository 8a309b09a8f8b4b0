import { create, duplicate } from '@recado/functions/campaigns/saving'
import * as schedules from '@recado/functions/schedules/schedules'
import { campaignInput } from '@recado/shared/campaigns/contract/campaign'
import { getCampaign } from '@recado/shared/campaigns/store/campaigns'
import { putConnection } from '@recado/shared/connections/store'
import { reservePlaces } from '@recado/shared/contacts/contact-cards'
import { writeContacts } from '@recado/shared/contacts/store'
import { newContact } from '@recado/shared/contacts/stored-contact'
import { newId } from '@recado/shared/ids'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { anActor } from '../support/actors.ts'
import { aConnection } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'
import { aListOf } from '../support/stored-campaigns.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))
vi.mock('../../functions/src/campaigns/tag-contacts.ts', () => ({
  contactsOfTag: async () =>
    Array.from({ length: 1200 }, (_, index) => ({
      name: `Pessoa ${index}`,
      number: `55119${87_650_000 + index}`,
    })),
}))

const NOON = Date.UTC(2026, 10, 23, 15)
const HOUR = 3_600_000
const ANA = anActor()

let memory: MemoryTable
let table: TenantTable
let now: number
let jobs: object[]
let whatsappId: string

beforeEach(async () => {
  now = NOON
  jobs = []
  memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  const { ports } = enginePorts(memory, () => now)
  const send = async (_: string, job: object) => void jobs.push(job)
  setContext({ table, ports: { ...ports, queues: { ...ports.queues, send } } })
  const connection = aConnection({ companyId: 'A', status: 'CONNECTED' })
  await putConnection(table, connection)
  whatsappId = connection.id
})

/** The whole table. */
const rows = () => JSON.stringify([...memory.rows(() => true)])

describe('a campaign', () => {
  const inAnHour = new Date(NOON + HOUR).toISOString()
  const values = () => ({ name: 'Promoção', whatsappId, message1: 'Olá', scheduledAt: inAnHour })

  test('that is created again by a repeated call is the same one, also when its time has come', async () => {
    const contactListId = await aListOf(table, [{ number: '5511987651001' }])
    const [id, input] = [newId(), campaignInput.parse({ ...values(), contactListId })]
    const first = await create(ANA, input, id)
    const before = rows()
    now += 2 * HOUR
    expect(await create(ANA, input, id)).toEqual(first)
    expect(rows()).toBe(before)
  })

  test('that is created again from a tag has the same parts, in their order', async () => {
    const input = campaignInput.parse({ ...values(), tagId: '7', recipientsFrom: 'tag', confirmSplit: true })
    const id = newId()
    const first = await create(ANA, input, id)
    const names = await Promise.all(
      first.partIds.map(async (partId) => (await getCampaign(table, partId))?.name),
    )
    expect(names).toEqual(['Promoção (1/3)', 'Promoção (2/3)', 'Promoção (3/3)'])
    expect(first.partIds.toSorted()).toEqual(first.partIds.toReversed())
    const before = rows()
    expect(await create(ANA, input, id)).toEqual(first)
    expect(rows()).toBe(before)
  })

  test('that is copied again by a repeated call has one copy', async () => {
    const contactListId = await aListOf(table, [{ number: '5511987651001' }])
    const original = await create(ANA, campaignInput.parse({ ...values(), contactListId }))
    const id = newId()
    const first = await duplicate(ANA, original.id, id)
    const before = rows()
    expect(await duplicate(ANA, original.id, id)).toEqual(first)
    expect(rows()).toBe(before)
  })

  test('from a tag has copies that do not name its parts', async () => {
    const input = campaignInput.parse({ ...values(), tagId: '7', recipientsFrom: 'tag', confirmSplit: true })
    const { partIds } = await create(ANA, input)
    for (const partId of partIds) {
      const { id } = await duplicate(ANA, partId)
      expect(await getCampaign(table, id)).not.toHaveProperty('partIds')
    }
  })
})

test('a schedule that is created again by a repeated call is the same one, and is queued again', async () => {
  const who = { id: newId(), name: 'Rita', nameFrom: 'user', number: '5511987651001', lid: null } as const
  const contact = newContact({ ...who, place: await reservePlaces(table, 1) }, new Date(NOON).toISOString())
  await writeContacts(table, [{ after: contact }])
  const input = {
    contactId: contact.id,
    body: 'Até já',
    sendAt: new Date(NOON + 30_000).toISOString(),
    openTicket: false,
    cancelIfReplied: false,
    media: null,
  }
  const id = newId()
  const first = await schedules.create(ANA, input, id)
  const before = rows()
  now += HOUR
  expect(await schedules.create(ANA, input, id)).toEqual(first)
  expect(rows()).toBe(before)
  const job = { companyId: 'A', scheduleId: id, dueAt: input.sendAt }
  expect(jobs).toEqual([job, job])
})

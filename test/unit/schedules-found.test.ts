import { page } from '@recado/functions/schedules/listing'
import { reservePlaces } from '@recado/shared/contacts/contact-cards'
import { writeContacts } from '@recado/shared/contacts/store'
import { newContact } from '@recado/shared/contacts/stored-contact'
import { newId } from '@recado/shared/ids'
import { scheduleRoutes } from '@recado/shared/schedules/routes'
import { writeSchedule } from '@recado/shared/schedules/store'
import type { StoredSchedule } from '@recado/shared/schedules/stored-schedule'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, expect, test, vi } from 'vitest'
import { anActor } from '../support/actors.ts'
import { aSchedule } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'

const NOW = Date.parse('2026-11-23T12:00:00.000Z')
const ANA = anActor()

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))
vi.mock('@recado/functions/secrets', () => ({ secrets: { secret: async () => ['a'.repeat(44)] } }))

let table: TenantTable
let [rita, joao]: string[] = []
beforeEach(async () => {
  const memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  setContext({ table, ports: enginePorts(memory, () => NOW).ports })
  ;[rita, joao] = [await aContact('Rita Ávila', '5511987651001'), await aContact('João', '5511987651002')]
})

async function aContact(name: string, number: string): Promise<string> {
  const place = await reservePlaces(table, 1)
  const contact = newContact(
    { id: newId(), name, nameFrom: 'user', number, lid: null, place },
    new Date(NOW).toISOString(),
  )
  await writeContacts(table, [{ after: contact }])
  return contact.id
}

/** A schedule so many minutes from now. */
async function scheduled(minutes: number, of: Partial<StoredSchedule>): Promise<void> {
  const sendAt = new Date(NOW + minutes * 60_000).toISOString()
  await writeSchedule(table, undefined, aSchedule({ companyId: 'A', sendAt, ...of }))
}

/** The words of all schedules that a search finds, page by page. */
async function found(searchParam: string, of: { status?: 'PENDENTE' | 'ENVIADA' } = {}): Promise<string[][]> {
  const pages: string[][] = []
  let cursor: string | undefined
  do {
    const query = scheduleRoutes.listSchedules.query.parse({ searchParam, cursor, ...of })
    const { records, nextCursor } = await page(ANA, query)
    pages.push(records.map(({ body }) => body))
    cursor = nextCursor ?? undefined
  } while (cursor && pages.length < 5)
  return pages
}

test('a search finds schedules by their text, and by the name and the number of their contact', async () => {
  await scheduled(1, { body: 'Sua revisão', contactId: rita })
  await scheduled(2, { body: 'Seu boleto', contactId: joao })
  expect(await found('REVISAO')).toEqual([['Sua revisão']])
  expect(await found('avila')).toEqual([['Sua revisão']])
  expect(await found('(11) 98765-1002')).toEqual([['Seu boleto']])
  expect(await found('')).toEqual([['Sua revisão', 'Seu boleto']])
  expect(await found('nada')).toEqual([[]])
})

test('pages of a search follow each other, also among the sent ones, which stand at another time', async () => {
  for (let minute = 0; minute < 130; minute++) {
    const sentAt = new Date(NOW - minute * 1000).toISOString()
    const body = minute % 5 ? 'Outra' : `Revisão ${minute}`
    await scheduled(minute, { body, contactId: rita, status: 'ENVIADA', sentAt })
  }
  const pages = await found('revisão', { status: 'ENVIADA' })
  expect(pages.map(({ length }) => length)).toEqual([20, 6])
  // The latest first.
  expect(pages.flat()).toEqual(Array.from({ length: 26 }, (_, index) => `Revisão ${index * 5}`))
})

import { putConnection } from '@recado/shared/connections/store'
import { isBlocked } from '@recado/shared/contact-blocks/store'
import { settleContact } from '@recado/shared/contacts/settle-contact'
import { dossierOf } from '@recado/shared/data-subjects/dossier'
import { erase } from '@recado/shared/data-subjects/erase'
import type { PersonRef } from '@recado/shared/data-subjects/person'
import { dataSubjectRoutes } from '@recado/shared/data-subjects/routes'
import { getErasure, liftErasure, putErasure, shownErasures } from '@recado/shared/data-subjects/store'
import { putExport } from '@recado/shared/exports/store'
import { newId } from '@recado/shared/ids'
import { learnContacts } from '@recado/shared/known-contacts/known-contacts'
import type { InboundMessage } from '@recado/shared/messages/inbound'
import { learnNumbers } from '@recado/shared/phone-numbers/lids'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test } from 'vitest'
import { arrives } from '../support/arriving.ts'
import { aConnection } from '../support/builders.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const AT = new Date(NOW).toISOString()
const [ANA_LID, BETO_LID, ANA] = ['777000111222', '777000333444', '5511987651001'] as const

let memory: MemoryTable
let table: TenantTable
let shop: string
beforeEach(async () => {
  memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  const connection = aConnection({ companyId: 'A' })
  await putConnection(table, connection)
  shop = connection.id
})

const everything = () => JSON.stringify([...memory.rows()])

const wrote = (lid: string, text: string, of: Partial<InboundMessage> = {}): InboundMessage => ({
  kind: 'message',
  companyId: 'A',
  connectionId: shop,
  person: { lid },
  fromMe: false,
  messageId: newId(),
  timestamp: NOW / 1000,
  at: NOW,
  original: 'eA==',
  content: { type: 'text', text },
  ...of,
})

/** Ana and Beto write to the company, alone and in a group. Their numbers are unknown. */
async function bothWrote(): Promise<void> {
  for (const [lid, name] of [
    [ANA_LID, 'Ana Doces'],
    [BETO_LID, 'Beto'],
  ] as const) {
    await settleContact(table, { connectionId: shop, chat: `lid-${lid}`, pushName: name }, NOW)
    await arrives(table, wrote(lid, `Aqui é ${name}`, { name }))
    await arrives(table, wrote(lid, `Oi, gente, de ${name}`, { name, groupId: '1203' }))
    await learnContacts(table, shop, [{ lid, name, isContact: true }])
  }
  const wanted = { kind: 'data-subject' as const, number: '', lid: ANA_LID }
  await putExport(table, { exportId: newId(), wanted, source: 'A/dados', status: 'DONE', createdAt: AT })
}

async function eraseAna(): Promise<string> {
  const id = newId()
  await putErasure(table, { id, number: '', lid: ANA_LID, by: 'Maria' }, NOW)
  const ports = {
    now: () => NOW,
    forgetFile: async () => undefined,
    endLostImport: async () => undefined,
    wentOn: async () => undefined,
  }
  expect(await erase(ports, table, id)).toBeUndefined()
  return id
}

async function factsOf(person: PersonRef): Promise<string> {
  const rows: string[][] = []
  for await (const row of (await dossierOf(table, person, NOW)).sheet.rows) rows.push(row)
  return JSON.stringify(rows)
}

describe('a person known by LID alone', () => {
  test('is in no key and no value after the erasure, and other people stay', async () => {
    await bothWrote()
    const id = await eraseAna()
    for (const trace of ['Ana Doces', ANA_LID]) expect(everything()).not.toContain(trace)
    for (const trace of ['Aqui é Beto', BETO_LID]) expect(everything()).toContain(trace)
    const stored = await getErasure(table, id)
    expect((await shownErasures(table, stored ? [stored] : [], NOW))[0]).toMatchObject({
      status: 'DONE',
      lastDigits: '1222',
      blocked: true,
      erased: { contacts: 1, messages: 2, tickets: 1 },
    })
  })

  test('gets no automatic message once the number is known, until the block is lifted', async () => {
    await bothWrote()
    const id = await eraseAna()
    await learnNumbers(table, [{ number: ANA, lid: ANA_LID }])
    expect(await isBlocked(table, ANA)).toBe(true)
    const stored = await getErasure(table, id)
    if (stored) await liftErasure(table, stored, { at: new Date(NOW).toISOString(), by: 'Rita' })
    expect(await isBlocked(table, ANA)).toBe(false)
  })

  test('has a dossier with their messages, and nothing of other people', async () => {
    await bothWrote()
    const said = await factsOf({ number: '', lid: ANA_LID })
    for (const fact of ['Aqui é Ana Doces', 'Oi, gente, de Ana Doces', ANA_LID]) expect(said).toContain(fact)
    for (const other of ['Beto', BETO_LID]) expect(said).not.toContain(other)
  })

  test('is found under the number, too, once that is known', async () => {
    await bothWrote()
    await learnNumbers(table, [{ number: ANA, lid: ANA_LID }])
    expect(await factsOf({ number: '', lid: ANA_LID })).toEqual(await factsOf({ number: ANA }))
  })
})

test('a request names a person by number or by LID, never by both or neither', () => {
  const { body } = dataSubjectRoutes.eraseDataSubject
  const isTaken = (given: object) => body.safeParse(given).success
  expect([isTaken({ number: '(11) 98765-1001' }), isTaken({ lid: ANA_LID })]).toEqual([true, true])
  for (const given of [
    {},
    { number: ANA, lid: ANA_LID },
    { lid: 'lid-1' },
    { lid: '' },
    { lid: '1'.repeat(21) },
  ])
    expect({ given, isTaken: isTaken(given) }).toEqual({ given, isTaken: false })
})

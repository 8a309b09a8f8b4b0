import { findContacts } from '@recado/shared/contacts/find-contacts'
import { changeContact, deleteContact, mergeContacts } from '@recado/shared/contacts/merges'
import { putNote } from '@recado/shared/contacts/notes'
import { settleContact } from '@recado/shared/contacts/settle-contact'
import { dossierOf } from '@recado/shared/data-subjects/dossier'
import { contactsOfSubject, eraseFromContacts } from '@recado/shared/data-subjects/in-contacts'
import { subjectOf } from '@recado/shared/data-subjects/person'
import { newId } from '@recado/shared/ids'
import { getSchedule, writeSchedule } from '@recado/shared/schedules/store'
import type { StoredSchedule } from '@recado/shared/schedules/stored-schedule'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, expect, test } from 'vitest'
import { aSchedule } from '../support/builders.ts'
import { MortalTable } from '../support/mortal-table.ts'

const NOW = Date.parse('2026-11-23T12:00:00.000Z')
const AT = new Date(NOW).toISOString()
const [ANA, BIA] = ['5511944773001', '5511944773002'] as const

let memory: MortalTable
let table: TenantTable
beforeEach(() => {
  memory = new MortalTable()
  table = new TenantTable(memory, 'A')
})

const contactWith = (chat: string, pushName: string) =>
  settleContact(table, { connectionId: 'loja', chat, pushName }, NOW)
const textOfRows = () => JSON.stringify([...memory.rows()])

test('the erasure of a person deletes their contact, what was merged with it, and the notes about both', async () => {
  const [ana, same, bia] = [
    await contactWith(ANA, 'Ana Lima'),
    await contactWith('lid-700000000301', 'Aninha'),
    await contactWith(BIA, 'Bia'),
  ]
  await changeContact(table, ana.id, () => ({ email: 'ana@exemplo.test' }), AT)
  await putNote(table, same.id, { id: newId(), text: 'Nota sobre Aninha', userId: 'u', at: AT })
  await mergeContacts(table, { contactId: ana.id, otherId: same.id, userId: 'u', now: NOW })
  const subject = await subjectOf(table, { number: ANA })
  expect((await contactsOfSubject(table, subject)).map(({ id }) => id).sort()).toEqual(
    [ana.id, same.id].sort(),
  )
  expect(await eraseFromContacts(table, subject, async () => undefined)).toBe(2)
  for (const trace of ['Ana', 'ana@', 'Aninha', ANA, '700000000301'])
    expect(textOfRows()).not.toContain(trace)
  expect((await findContacts(table, { text: '', limit: 9 })).rows.map(({ id }) => id)).toEqual([bia.id])
  expect(await eraseFromContacts(table, subject, async () => undefined)).toBe(0)
})

test('a person’s data hold their contact with its extra information and notes', async () => {
  const { id } = await contactWith(ANA, 'Ana Lima')
  await changeContact(table, id, () => ({ extraInfo: [{ name: 'Cidade', value: 'Santos' }] }), AT)
  await putNote(table, id, { id: newId(), text: 'Prefere a tarde', userId: 'u', at: AT })
  await contactWith(BIA, 'Bia')
  const { sheet } = await dossierOf(table, { number: ANA }, NOW)
  const rows: string[][] = []
  for await (const row of sheet.rows) rows.push(row)
  const facts = rows
    .filter(([where]) => where === 'Contatos')
    .map(([, name, , what, says]) => [name, what, says])
  expect(facts).toEqual([
    ['Ana Lima', 'Nome', 'Ana Lima'],
    ['Ana Lima', 'Número', ANA],
    ['Ana Lima', 'Cidade', 'Santos'],
    ['Ana Lima', 'Nota', 'Prefere a tarde'],
  ])
})

/** @returns its id */
async function scheduled(of: Partial<StoredSchedule>): Promise<string> {
  const schedule = aSchedule({ companyId: 'A', ...of })
  await writeSchedule(table, undefined, schedule)
  return schedule.id
}
const sentTo = (chat: string): Partial<StoredSchedule> => ({
  status: 'ENVIADA',
  sentAt: AT,
  dueAt: null,
  message: { connectionId: 'loja', chat, at: AT, messageId: 'M' },
})
const eraseAna = async () =>
  eraseFromContacts(table, await subjectOf(table, { number: ANA }), async () => undefined)
const facts = async (number: string) => {
  const rows: string[][] = []
  for await (const row of (await dossierOf(table, { number }, NOW)).sheet.rows) rows.push(row)
  return rows
    .filter(([where]) => where === 'Agendamentos')
    .map(([, name, , what, says]) => [name, what, says])
}

test('an erasure forgets the schedules of a contact that was deleted before, sent or not', async () => {
  const [ana, bia] = [await contactWith(ANA, 'Ana Lima'), await contactWith(BIA, 'Bia')]
  const sent = await scheduled({ contactId: ana.id, body: 'Sua receita', ...sentTo(ANA) })
  const waiting = await scheduled({ contactId: ana.id, body: 'Seu retorno' })
  const others = [
    await scheduled({ contactId: bia.id, ...sentTo(BIA) }),
    await scheduled({ contactId: bia.id }),
  ]
  await deleteContact(table, ana.id)
  expect(await facts(ANA)).toEqual([['', 'Mensagem enviada', 'Sua receita']])
  await eraseAna()
  for (const id of [sent, waiting]) expect(await getSchedule(table, id)).toBeUndefined()
  for (const id of others) expect(await getSchedule(table, id)).toBeDefined()
})

test('an erasure that dies at any write leaves no schedule of a merged contact behind', async () => {
  for (let writes = 0; writes < 12; writes++) {
    const [ana, same] = [await contactWith(ANA, 'Ana Lima'), await contactWith('lid-700000000301', 'Aninha')]
    await mergeContacts(table, { contactId: ana.id, otherId: same.id, userId: 'u', now: NOW })
    const ids = [await scheduled({ contactId: ana.id }), await scheduled({ contactId: same.id })]
    memory.dieAfter(writes)
    await eraseAna().catch((error: unknown) => expect(String(error)).toContain('The process died'))
    memory.dieAfter()
    await eraseAna()
    for (const id of ids) expect({ writes, left: await getSchedule(table, id) }).toEqual({ writes })
  }
})

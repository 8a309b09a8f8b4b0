import { extractedContactsSheet } from '@recado/shared/extractors/sheets'
import { knownContacts, learnContacts, shownName } from '@recado/shared/known-contacts/known-contacts'
import { learnNumbers } from '@recado/shared/phone-numbers/lids'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test, vi } from 'vitest'

const LOJA = 'LOJA'
const ANA = '5511955551001'
const BETO = '5511955551002'

let table: TenantTable
beforeEach(() => {
  table = new TenantTable(new MemoryTable(), 'A')
})

const learn = (...facts: Parameters<typeof learnContacts>[2]) => learnContacts(table, LOJA, facts)
const known = () => knownContacts(table, LOJA)
const rows = async () => {
  const sheet = extractedContactsSheet(table, { id: LOJA, name: 'Loja' }, 'pt')
  const found: string[][] = []
  for await (const row of sheet.rows) found.push(row)
  return found
}

describe('an account’s knowledge of a person', () => {
  test('is merged under the number in either spelling, and the address book’s name takes precedence', async () => {
    await learn({ number: '551195551001', notify: 'aninha' })
    await learn(
      { number: '5511995551001', verifiedName: 'Ana Doces' },
      { number: '5511995551001', isContact: true },
    )
    expect(await known()).toEqual([
      { number: '5511995551001', lid: null, notify: 'aninha', verifiedName: 'Ana Doces', isContact: true },
    ])
    expect(shownName((await known())[0] ?? {})).toBe('Ana Doces')
    await learn({ number: '5511995551001', name: 'Ana Souza' })
    expect(shownName((await known())[0] ?? {})).toBe('Ana Souza')
  })

  test('moves from the LID to the number when both are known together', async () => {
    await learn({ lid: '100', notify: 'Ana', isContact: true })
    expect(await known()).toEqual([{ number: null, lid: '100', notify: 'Ana', isContact: true }])
    await learn({ number: ANA, name: 'Ana Souza' })
    await learn({ number: ANA, lid: '100' })
    const together = { number: ANA, lid: '100', notify: 'Ana', name: 'Ana Souza', isContact: true }
    expect(await known()).toEqual([together])
    await learn({ lid: '100', notify: 'Aninha' })
    await learnNumbers(table, [{ lid: '100', number: ANA }])
    expect(await known()).toEqual([{ ...together }])
  })

  test('is stored under the number at once if the LID’s number is known or comes with it', async () => {
    await learnNumbers(table, [{ lid: '100', number: ANA }])
    await learn({ lid: '100', notify: 'Ana' }, { lid: '200', notify: 'Beto' }, { number: BETO, lid: '200' })
    const numbers = (await known()).map(({ number, notify }) => [number, notify])
    expect(numbers).toEqual([
      [ANA, 'Ana'],
      [BETO, 'Beto'],
    ])
  })

  test('is not stored if it only links a number and a LID', async () => {
    await learn({ number: ANA, lid: '100' }, { lid: '200' })
    expect(await known()).toEqual([])
  })

  test('is written once', async () => {
    await learn({ number: ANA, notify: 'Ana' })
    const written = vi.spyOn(table, 'putMany')
    await learn({ number: ANA, notify: 'Ana' })
    expect(written.mock.calls.flat(2)).toEqual([])
  })

  test('stays with one account', async () => {
    await learn({ number: ANA, name: 'Ana' })
    expect(await knownContacts(table, 'FILIAL')).toEqual([])
  })
})

test('the spreadsheet has every person with a number from address book and chats, by name, with nameless people last', async () => {
  await learn(
    { number: BETO, isContact: true },
    { number: '5511955551003', name: 'Élton', isContact: true },
    { number: '5511955551004', name: 'fábio', isContact: true },
    { number: ANA, name: 'Davi', isContact: true },
    { number: '5511955551005', notify: 'De um grupo' },
    { lid: '900', notify: 'Sem número', isContact: true },
  )
  expect(await rows()).toEqual([
    ['Davi', ANA],
    ['Élton', '5511955551003'],
    ['fábio', '5511955551004'],
    ['', BETO],
  ])
})

import { remove } from '@recado/functions/contact-blocks/blocks'
import { get } from '@recado/functions/contacts/contacts'
import { putConnection } from '@recado/shared/connections/store'
import { endedOptOutsOf, endOptOut, MOST_ENDED } from '@recado/shared/contact-blocks/ended-opt-outs'
import { blocksOf, isBlocked, putBlock, type StoredBlock } from '@recado/shared/contact-blocks/store'
import { settleContact } from '@recado/shared/contacts/settle-contact'
import { dossierOf } from '@recado/shared/data-subjects/dossier'
import { erase } from '@recado/shared/data-subjects/erase'
import { putErasure } from '@recado/shared/data-subjects/store'
import { comeBack, optOut, type Word } from '@recado/shared/opt-outs/answered-words'
import { learnNumbers } from '@recado/shared/phone-numbers/lids'
import type { Write } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { anActor } from '../support/actors.ts'
import { aBlock, aConnection } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'
import { MortalTable } from '../support/mortal-table.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))

const [ANA, LID] = ['5511987651001', '777000111222'] as const
/** Ana's number before the ninth digit was added. */
const ANA_AS_IT_WAS = '551187651001'
const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const [LEFT, RETURNED] = ['2026-11-03T12:00:00.000Z', '2026-11-05T12:00:00.000Z']
const AT = new Date(NOW).toISOString()
const RITA = anActor({ name: 'Rita', profile: 'admin' })
const ports = { now: () => NOW, publish: async () => undefined }
const erasurePorts = {
  now: () => NOW,
  forgetFile: async () => undefined,
  endLostImport: async () => undefined,
  wentOn: async () => undefined,
}

let memory: MortalTable
let table: TenantTable
beforeEach(async () => {
  memory = new MortalTable()
  table = new TenantTable(memory, 'A')
  setContext({ table, ports: enginePorts(memory, ports.now).ports })
  await putConnection(table, aConnection({ companyId: 'A', id: 'SHOP', name: 'Loja' }))
})

const word = (text: string, at: string, of: Partial<Word> = {}): Word => ({
  text,
  at,
  connectionId: 'SHOP',
  number: ANA,
  lid: undefined,
  name: 'Ana',
  ...of,
})
const leaves = (at = LEFT, of: Partial<Word> = {}) => optOut(table, ports, word('sair', at, of), [])
const returns = (at = RETURNED, of: Partial<Word> = {}) => comeBack(table, ports, word('voltar', at, of), [])
const endedOf = (number: string) => endedOptOutsOf(table, [{ number, lid: undefined }])

/** Something happens just before the next transaction, or the next of a kind. */
function beforeTheNextWrite(
  happens: () => Promise<unknown>,
  isIt: (writes: readonly Write[]) => boolean = () => true,
): void {
  const transact = memory.transact.bind(memory)
  memory.transact = async (writes) => {
    if (!isIt(writes)) return transact(writes)
    memory.transact = transact
    await happens()
    return transact(writes)
  }
}

async function blockOfAna(): Promise<StoredBlock> {
  const [block] = await blocksOf(table, { number: ANA, lid: undefined })
  if (!block) throw new Error('Ana is not blocked')
  return block
}

const LEFT_AND_RETURNED = {
  evidence: { text: 'sair', at: LEFT, whatsappId: 'SHOP' },
  end: { by: 'PERSON', text: 'voltar', at: RETURNED, whatsappId: 'SHOP' },
}

describe('an opt-out that ended', () => {
  test('is kept with the word that ended it', async () => {
    await leaves()
    await returns()
    expect(await isBlocked(table, ANA)).toBe(false)
    expect(await endedOf(ANA)).toEqual([LEFT_AND_RETURNED])
  })

  test('is kept if an earlier block by a user is restored', async () => {
    await putBlock(table, aBlock({ number: ANA }))
    await leaves()
    await returns()
    expect(await blockOfAna()).toMatchObject({ origin: 'MANUAL', evidence: null })
    expect(await endedOf(ANA)).toEqual([LEFT_AND_RETURNED])
  })

  test('is kept with the admin who lifted it, and the reason', async () => {
    await leaves()
    await remove(RITA, (await blockOfAna()).id, 'Pediu por telefone')
    expect(await isBlocked(table, ANA)).toBe(false)
    const end = { by: 'ADMIN', at: AT, name: 'Rita', reason: 'Pediu por telefone' }
    expect(await endedOf(ANA)).toEqual([{ ...LEFT_AND_RETURNED, end }])
  })

  test('is kept by the same transaction that lifts the block', async () => {
    await leaves()
    memory.dieAfter(0)
    await expect(returns()).rejects.toThrow('died')
    memory.dieAfter()
    expect([await isBlocked(table, ANA), await endedOf(ANA)]).toEqual([true, []])
    memory.dieAfter(1)
    await returns()
    memory.dieAfter()
    expect([await isBlocked(table, ANA), await endedOf(ANA)]).toEqual([false, [LEFT_AND_RETURNED]])
  })

  test('is kept once if two calls lift it at the same moment', async () => {
    await putBlock(table, aBlock({ number: ANA }))
    await leaves()
    const block = await blockOfAna()
    const end = { by: 'PERSON', text: 'voltar', at: RETURNED, whatsappId: 'SHOP' } as const
    const lifted = await Promise.all([endOptOut(table, block, end), endOptOut(table, block, end)])
    expect(lifted.filter(Boolean)).toHaveLength(1)
    expect(await endedOf(ANA)).toEqual([LEFT_AND_RETURNED])
  })

  test('is not ended again by a call that read it before it ended and the person left anew', async () => {
    await putBlock(table, aBlock({ number: ANA }))
    await leaves()
    beforeTheNextWrite(async () => {
      await returns()
      await leaves('2026-11-06T12:00:00.000Z')
    })
    await returns('2026-11-05T12:00:01.000Z')
    expect(await blockOfAna()).toMatchObject({ origin: 'OPT_OUT' })
    expect(await endedOf(ANA)).toEqual([LEFT_AND_RETURNED])
  })

  test('is one of the last of its person, newest first', async () => {
    for (let day = 1; day <= MOST_ENDED + 1; day++) {
      const date = `2026-10-${String(day).padStart(2, '0')}`
      await leaves(`${date}T12:00:00.000Z`)
      await returns(`${date}T13:00:00.000Z`)
    }
    const ended = await endedOf(ANA)
    expect(ended).toHaveLength(MOST_ENDED)
    expect([ended[0]?.end.at, ended.at(-1)?.end.at]).toEqual([
      '2026-10-21T13:00:00.000Z',
      '2026-10-02T13:00:00.000Z',
    ])
  })

  test('is shown with the contact, under both spellings of a foreign number', async () => {
    const [written, known] = ['5491151230001', '541151230001']
    await leaves(LEFT, { number: written })
    await returns(RETURNED, { number: written })
    const { id } = await settleContact(table, { connectionId: 'SHOP', chat: known, pushName: 'Ana' }, NOW)
    expect(await get(RITA, id)).toMatchObject({ blocked: null, endedOptOuts: [LEFT_AND_RETURNED] })
  })

  test('is in the dossier, also if it was by LID', async () => {
    await leaves(LEFT, { number: '', lid: LID })
    await returns(RETURNED, { number: '', lid: LID })
    await learnNumbers(table, [{ number: ANA, lid: LID }])
    await leaves('2026-11-06T12:00:00.000Z')
    await remove(RITA, (await blockOfAna()).id, 'Pediu por telefone')
    const rows: string[][] = []
    for await (const row of (await dossierOf(table, { number: ANA }, NOW)).sheet.rows) rows.push(row)
    expect(
      rows.filter(([where]) => where === 'Pedidos para não receber').map((row) => row.slice(1, 5)),
    ).toEqual([
      ['Loja', '06/11/2026 09:00:00', 'Pediu para não receber', 'sair'],
      ['', '21/11/2026 09:00:00', 'Desbloqueado por Rita', 'Pediu por telefone'],
      ['Loja', '03/11/2026 09:00:00', 'Pediu para não receber', 'sair'],
      ['Loja', '05/11/2026 09:00:00', 'Voltou a receber', 'voltar'],
    ])
  })

  test('is erased with its person, by number and by LID', async () => {
    await leaves(LEFT, { number: '', lid: LID })
    await returns(RETURNED, { number: '', lid: LID })
    await learnNumbers(table, [{ number: ANA, lid: LID }])
    await leaves()
    await returns()
    await putErasure(table, { id: 'E', number: ANA_AS_IT_WAS, by: 'Rita' }, NOW)
    await erase(erasurePorts, table, 'E')
    const left = [...memory.rows((pk) => pk.startsWith('A#'))].map((row) => JSON.stringify(row))
    expect(left.filter((row) => row.includes('voltar'))).toEqual([])
  })
})

describe('a block by a user that becomes an opt-out at the same moment', () => {
  beforeEach(() => putBlock(table, aBlock({ id: 'B', number: ANA })))

  test('is not lifted by a user', async () => {
    beforeTheNextWrite(leaves)
    await expect(remove(anActor(), 'B', undefined)).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
    expect(await blockOfAna()).toMatchObject({ origin: 'OPT_OUT', evidence: { text: 'sair' } })
  })

  test('is erased with its person', async () => {
    await putErasure(table, { id: 'E', number: ANA, by: 'Rita' }, NOW)
    beforeTheNextWrite(leaves, (writes) => JSON.stringify(writes).includes('CONTACT-BLOCKS'))
    await erase(erasurePorts, table, 'E')
    expect(await blocksOf(table, { number: ANA, lid: undefined })).toEqual([])
  })
})

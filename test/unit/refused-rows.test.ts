import { refused } from '@recado/functions/imports/imports'
import { readContacts } from '@recado/shared/imports/read-contacts'
import { importKey, putImport } from '@recado/shared/imports/store'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { expect, test, vi } from 'vitest'
import { actorOf, anAccount } from '../support/accounts.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { FilesInMemory } from '../support/files-in-memory.ts'
import { setContext } from '../support/functions-context.ts'
import { all, csv, rowsOf } from '../support/spreadsheets-by-hand.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const files = new FilesInMemory()
const ref = { importId: 'I1', contactListId: 'L1' }

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))
vi.mock('@recado/functions/files/open', () => ({ filesOf: () => files }))

test.each([
  ['pt', 'Linhas recusadas', ['motivo', 'linha'], ['Número inválido', 'Número vazio']],
  ['en', 'Refused rows', ['reason', 'row'], ['Invalid number', 'No number']],
  ['es', 'Filas rechazadas', ['motivo', 'fila'], ['Número no válido', 'Sin número']],
] as const)(
  'the file of refused rows is in the language %s',
  async (language, name, titles, [wrong, none]) => {
    const memory = new MemoryTable()
    const table = new TenantTable(memory, 'A')
    setContext({ table, ports: enginePorts(memory, () => NOW).ports })
    await files.put('file', csv('nome;numero\nAna;11987650001\nBia;123\nCaio;\n'))
    const start = { ...ref, source: 'file', removeDuplicates: true, layout: null, consent: null }
    await putImport(table, { ...start, createdAt: new Date(NOW).toISOString() })
    await table.update(importKey(ref), { set: { line: 4 } })

    const file = await refused(actorOf(await anAccount(memory, 'A')), { ...ref, language })

    if (!('bytes' in file)) throw new Error('not a file')
    expect(file.fileName).toBe(`${name} 21-11-2026.xlsx`)
    expect(await rowsOf(file.bytes)).toEqual([
      ['nome', 'numero', 'email', 'var1', 'var2', 'var3', ...titles],
      ['Bia', '123', '', '', '', '', wrong, '3'],
      ['Caio', '', '', '', '', '', none, '4'],
    ])
    // The corrected file is imported again: its titles name the same columns.
    expect(await all(readContacts(file.bytes))).toMatchObject([
      { kind: 'refused', written: { name: 'Bia', number: '123' } },
      { kind: 'refused', written: { name: 'Caio', number: '' } },
    ])
  },
)

import type { ContactImport, ImportPreview } from '@recado/shared/imports/import'
import { readRows } from '@recado/shared/spreadsheets/read-rows'
import { writeSheet } from '@recado/shared/spreadsheets/write-sheet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiClient } from '../support/api-client.ts'
import { expectCountsOf } from '../support/counts.ts'
import { eventually } from '../support/eventually.ts'
import { LiveSocket } from '../support/live-socket.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { Principals } from '../support/principals.ts'
import { csv } from '../support/spreadsheets-by-hand.ts'
import { uploaded } from '../support/uploads.ts'

let system: RunningSystem
let principals: Principals
let admin: ApiClient
let stranger: ApiClient

beforeAll(async () => {
  system = await startSystem()
  principals = new Principals(system)
  admin = await principals.signedIn(await principals.company())
  stranger = await principals.signedIn(await principals.company())
})
afterAll(() => system.stop())

/** Begins an import of a file in the bucket. */
async function begun(listId: string, file: Uint8Array<ArrayBuffer>, choices: object = {}) {
  const uploadId = await uploaded(admin, file)
  return admin.done<{ importId: string }>('POST', `/contact-lists/${listId}/upload`, { uploadId, ...choices })
}
const stateOf = (listId: string, importId: string) =>
  admin.done<ContactImport>('GET', `/contact-lists/${listId}/imports/${importId}`)
const ended = (listId: string, importId: string) =>
  eventually('the import ends', async () => {
    const state = await stateOf(listId, importId)
    return state.finishedAt !== null && state
  })
const contactsOf = async (listId: string) =>
  (
    await admin.done<{ contacts: { name: string; number: string; email: string; var1: string }[] }>(
      'GET',
      `/contact-list-items?contactListId=${listId}`,
    )
  ).contacts
const aLongSheet = async () =>
  new Uint8Array(
    await writeSheet({
      header: ['nome', 'numero'],
      rows: Array.from({ length: 4000 }, (_, index) => [`Cliente ${index}`, `55119${20_000_000 + index}`]),
    }),
  )

describe('a look at a spreadsheet before it is imported', () => {
  const previewOf = async (text: string) =>
    admin.done<ImportPreview>('POST', '/contact-lists/preview', {
      uploadId: await uploaded(admin, csv(text)),
    })

  test('is clear where titles name the columns and numbers stand in theirs', async () => {
    expect(await previewOf('Clientes de março\nnome;telefone;plano\nAna;11987650001;A\n')).toEqual({
      rows: [
        { line: 1, cells: ['Clientes de março'] },
        { line: 2, cells: ['nome', 'telefone', 'plano'] },
        { line: 3, cells: ['Ana', '11987650001', 'A'] },
      ],
      columns: { name: 0, number: 1 },
      firstLine: 3,
      clear: true,
    })
  })

  test.for([
    ['an unknown title for the number', 'nome;onde falar\nAna;11987650001\nBia;11987650002\n'],
    ['numbers in a column without a title', 'Ana;São Paulo;11987650001\nBia;Rio;11987650002\n'],
    ['no numbers', 'nome;numero\nAna;mil\nBia;dois mil\n'],
  ])('is not clear with %s', async ([, text = '']) => {
    expect(await previewOf(text)).toMatchObject({ clear: false })
  })

  test('finds names and numbers by their titles and by what the rows hold', async () => {
    const text =
      'Vendas\nData;Cód;Cliente;Fone\n15/03/2026;1001;Ana;11987650001\n16/03/2026;1002;Bia;11987650002\n'
    expect(await previewOf(text)).toMatchObject({
      columns: { name: 2, number: 3 },
      firstLine: 3,
      clear: true,
    })
    const list = await admin.newList('Achadas')
    const { importId } = await begun(list.id, csv(text), {})
    expect(await ended(list.id, importId)).toMatchObject({ status: 'DONE', imported: 2, refused: 0 })
    expect(await contactsOf(list.id)).toMatchObject([
      { name: 'Ana', number: '5511987650001' },
      { name: 'Bia', number: '5511987650002' },
    ])
  })

  test('says in words what cannot be read', async () => {
    const uploadId = await uploaded(admin, csv('<html><body>Nada</body></html>'))
    expect(await admin.send('POST', '/contact-lists/preview', { uploadId })).toMatchObject({
      status: 400,
      body: { error: 'ERR_SPREADSHEET_UNSUPPORTED' },
    })
  })

  test('is only for the company that sent the file', async () => {
    const uploadId = await uploaded(admin, csv('nome,numero\nAna,11987650001\n'))
    expect(await stranger.send('POST', '/contact-lists/preview', { uploadId })).toMatchObject({
      status: 400,
      body: { error: 'ERR_UPLOAD_MISSING' },
    })
  })
})

describe('columns that somebody chose', () => {
  const file = csv('Cliente;Fone;Cidade;numero\nAna;11987650001;Santos;1\nBia;11987650002;Itu;2\n')
  const layout = { columns: { name: 0, number: 1, var1: 2 }, firstLine: 2 }

  test('are taken, whatever their titles say', async () => {
    const list = await admin.newList('Escolhidas')
    const { importId } = await begun(list.id, file, { layout })
    expect(await ended(list.id, importId)).toMatchObject({
      status: 'DONE',
      imported: 2,
      refused: 0,
      total: 2,
    })
    expect(await contactsOf(list.id)).toMatchObject([
      { name: 'Ana', number: '5511987650001', var1: 'Santos' },
      { name: 'Bia', number: '5511987650002', var1: 'Itu' },
    ])
  })

  test('may come in a form, as their JSON', async () => {
    const list = await admin.newList('No formulário')
    const form = new FormData()
    form.append('layout', JSON.stringify({ ...layout, firstLine: 3 }))
    form.append('file', new Blob([file]), 'a.csv')
    const { importId } = await admin.done<{ importId: string }>(
      'POST',
      `/contact-lists/${list.id}/upload`,
      form,
    )
    await ended(list.id, importId)
    expect(await contactsOf(list.id)).toMatchObject([{ name: 'Bia' }])
  })

  test.for([
    ['without the number’s', { columns: { name: 0 }, firstLine: 1 }],
    ['left of the first', { columns: { number: -1 }, firstLine: 1 }],
    ['above the first line', { columns: { number: 0 }, firstLine: 0 }],
    ['that are no columns', 'A'],
  ] as const)('are refused %s', async ([, wrong]) => {
    const list = await admin.newList('Recusada')
    const uploadId = await uploaded(admin, file)
    expect(
      await admin.send('POST', `/contact-lists/${list.id}/upload`, { uploadId, layout: wrong }),
    ).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
    expect(await admin.list(list.id)).toMatchObject({ importId: null })
  })
})

describe('the rows that were refused', () => {
  test('can be put right and imported again: each with its reason and its line', async () => {
    const list = await admin.newList('Com recusas')
    const file = csv('nome,numero,email\nAna,11987650001,\nBia,123,bia@exemplo.com.br\n\nCaio,,\n')
    const { importId } = await begun(list.id, file)
    expect(await ended(list.id, importId)).toMatchObject({
      imported: 1,
      refused: 2,
      refusedReasons: { NUMBER_INVALID: 1, NUMBER_EMPTY: 1 },
    })
    const path = `/contact-lists/${list.id}/imports/${importId}/refused`
    const response = await fetch(`${system.origin}/api${path}`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    const rows: string[][] = []
    for await (const row of readRows(new Uint8Array(await response.arrayBuffer()))) rows.push(row)
    expect(rows).toEqual([
      ['nome', 'numero', 'email', 'var1', 'var2', 'var3', 'motivo', 'linha'],
      ['Bia', '123', 'bia@exemplo.com.br', '', '', '', 'Número inválido', '3'],
      ['Caio', '', '', '', '', '', 'Número vazio', '5'],
    ])
    expect(await stranger.send('GET', path)).toMatchObject({ status: 404 })
  })

  test('of an import without any are not kept: nor is its file', async () => {
    const list = await admin.newList('Sem recusas')
    const { importId } = await begun(list.id, csv('nome,numero\nAna,11987650001\n'))
    await ended(list.id, importId)
    const path = `/contact-lists/${list.id}/imports/${importId}/refused`
    const gone = await eventually('the file is gone', async () => {
      const answer = await admin.send('GET', path)
      return answer.status === 404 && answer
    })
    expect(gone.body).toMatchObject({ error: 'ERR_IMPORT_FILE_GONE' })
  })
})

describe('an import that somebody stops', () => {
  test('leaves what it has brought in, true counts and a free list', async () => {
    const list = await admin.newList('Parada')
    const live = await LiveSocket.open(admin)
    const { importId } = await begun(list.id, await aLongSheet())
    await eventually('it is under way', async () => (await stateOf(list.id, importId)).imported > 100)
    const path = `/contact-lists/${list.id}/imports/${importId}`
    expect(await stranger.send('DELETE', path)).toMatchObject({ status: 404 })
    expect(await admin.send('DELETE', path)).toMatchObject({ status: 204 })
    expect(await live.frame('of the end', ({ action }) => action === 'error')).toMatchObject({
      importId,
      error: 'ERR_IMPORT_CANCELLED',
      status: 'CANCELLED',
    })
    live.close()
    expect(await admin.send('DELETE', path)).toMatchObject({
      status: 409,
      body: { error: 'ERR_IMPORT_ENDED' },
    })
    const next = await begun(list.id, csv('nome,numero\nAna,21987650001\n'))
    expect(await ended(list.id, next.importId)).toMatchObject({ status: 'DONE', imported: 1 })
    const stopped = await stateOf(list.id, importId)
    expect(stopped.imported).toBeLessThan(4000)
    expect(await admin.list(list.id)).toMatchObject({ contactsCount: stopped.imported + 1, importId: null })
    await expectCountsOf(admin, list.id)
  })

  test('may be one that still waits for its turn', async () => {
    const list = await admin.newList('Na fila')
    const first = await begun(list.id, await aLongSheet())
    await eventually('the first is under way', async () => (await admin.list(list.id)).importId)
    const second = await begun(list.id, csv('nome,numero\nAna,21987650001\n'))
    expect(await stateOf(list.id, second.importId)).toMatchObject({ status: 'WAITING', total: null })
    await admin.done('DELETE', `/contact-lists/${list.id}/imports/${second.importId}`)
    await admin.done('DELETE', `/contact-lists/${list.id}/imports/${first.importId}`)
    expect(await stateOf(list.id, second.importId)).toMatchObject({ status: 'CANCELLED', read: 0 })
  })
})

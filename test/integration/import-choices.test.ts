import { randomBytes } from 'node:crypto'
import { exportBegun } from '@recado/shared/http/contract'
import { readRows } from '@recado/shared/spreadsheets/read-rows'
import { CONTACT_HEADER, writeSheet } from '@recado/shared/spreadsheets/write-sheet'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, fileOf } from '../support/api-client.ts'
import { expectCountsOf } from '../support/counts.ts'
import { eventually } from '../support/eventually.ts'
import { type Frame, LiveSocket } from '../support/live-socket.ts'
import { csv } from '../support/spreadsheets-by-hand.ts'
import { sharedSystem } from '../support/test-system.ts'
import { uploaded } from '../support/uploads.ts'

const { principals } = sharedSystem()
let admin: ApiClient
let stranger: ApiClient

beforeAll(async () => {
  admin = await principals.signedIn(await principals.company())
  stranger = await principals.signedIn(await principals.company())
})

/** Begins an import of a file in the bucket. */
async function begun(listId: string, file: Uint8Array<ArrayBuffer>, choices: object = {}) {
  const uploadId = await uploaded(admin, file)
  return admin.call('importContacts', { contactListId: listId, uploadId, ...choices })
}
const stateOf = (listId: string, importId: string) =>
  admin.call('getImport', { contactListId: listId, importId })
const ended = (listId: string, importId: string) =>
  eventually('the import ends', async () => {
    const state = await stateOf(listId, importId)
    return state.finishedAt !== null && state
  })
const contactsOf = async (listId: string) =>
  (await admin.call('listContactListItems', { contactListId: listId })).contacts
const aLongSheet = async () =>
  new Uint8Array(
    await writeSheet({
      header: ['nome', 'numero'],
      rows: Array.from({ length: 4000 }, (_, index) => [`Cliente ${index}`, `55119${20_000_000 + index}`]),
    }),
  )

describe('the preview of an import', () => {
  const previewOf = async (text: string) =>
    admin.call('previewImport', { uploadId: await uploaded(admin, csv(text)) })

  test('a preview is clear when titles and numbers agree', async () => {
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
  ])('a preview is not clear with %s', async ([, text = '']) => {
    expect(await previewOf(text)).toMatchObject({ clear: false })
  })

  test('a preview finds names and numbers by titles and cells', async () => {
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

  test('a preview of an unsupported file is refused with its reason', async () => {
    const uploadId = await uploaded(admin, csv('<html><body>Nada</body></html>'))
    expect(await admin.attempt('previewImport', { uploadId })).toMatchObject({
      status: 400,
      body: { error: 'ERR_SPREADSHEET_UNSUPPORTED' },
    })
  })

  test('a preview of another company’s file is refused', async () => {
    const uploadId = await uploaded(admin, csv('nome,numero\nAna,11987650001\n'))
    expect(await stranger.attempt('previewImport', { uploadId })).toMatchObject({
      status: 400,
      body: { error: 'ERR_UPLOAD_MISSING' },
    })
  })
})

describe('chosen columns', () => {
  const file = csv('Cliente;Fone;Cidade;numero\nAna;11987650001;Santos;1\nBia;11987650002;Itu;2\n')
  const layout = { columns: { name: 0, number: 1, var1: 2 }, firstLine: 2 }

  test('chosen columns override titles', async () => {
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

  test('chosen columns may come as JSON in a form', async () => {
    const list = await admin.newList('No formulário')
    const { importId } = await admin.call('importContacts', {
      contactListId: list.id,
      layout: JSON.stringify({ ...layout, firstLine: 3 }),
      file: new File([file], 'a.csv'),
    })
    await ended(list.id, importId)
    expect(await contactsOf(list.id)).toMatchObject([{ name: 'Bia' }])
  })

  test.for([
    ['without the number’s', { columns: { name: 0 }, firstLine: 1 }],
    ['left of the first', { columns: { number: -1 }, firstLine: 1 }],
    ['above the first line', { columns: { number: 0 }, firstLine: 0 }],
    ['that are no columns', 'A'],
  ] as const)('chosen columns are refused %s', async ([, wrong]) => {
    const list = await admin.newList('Recusada')
    const uploadId = await uploaded(admin, file)
    expect(
      await admin.attempt('importContacts', { contactListId: list.id, uploadId, layout: wrong }),
    ).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
    expect(await admin.list(list.id)).toMatchObject({ importId: null })
  })
})

describe('refused rows', () => {
  test('refused rows come as a spreadsheet with reason and line', async () => {
    const list = await admin.newList('Com recusas')
    const file = csv('nome,numero,email\nAna,11987650001,\nBia,123,bia@exemplo.com.br\n\nCaio,,\n')
    const { importId } = await begun(list.id, file)
    expect(await ended(list.id, importId)).toMatchObject({
      imported: 1,
      refused: 2,
      refusedReasons: { NUMBER_INVALID: 1, NUMBER_EMPTY: 1 },
    })
    const { bytes } = fileOf(await admin.call('refusedRows', { contactListId: list.id, importId }))
    const rows: string[][] = []
    for await (const row of readRows(bytes)) rows.push(row)
    expect(rows).toEqual([
      ['nome', 'numero', 'email', 'var1', 'var2', 'var3', 'motivo', 'linha'],
      ['Bia', '123', 'bia@exemplo.com.br', '', '', '', 'Número inválido', '3'],
      ['Caio', '', '', '', '', '', 'Número vazio', '5'],
    ])
    expect(await stranger.attempt('refusedRows', { contactListId: list.id, importId })).toMatchObject({
      status: 404,
    })
  })

  test('a spreadsheet too large for an answer is written in the background', async () => {
    const list = await admin.newList('Recusas longas')
    // 750 random bytes are 1,000 characters, the longest text of a field. They hardly compress.
    const text = () => randomBytes(750).toString('base64')
    const row = () => ['Bia', '123', '', text(), text(), text()]
    const sheet = { header: CONTACT_HEADER, rows: Array.from({ length: 1500 }, row) }
    const { importId } = await begun(list.id, new Uint8Array(await writeSheet(sheet)))
    expect(await ended(list.id, importId)).toMatchObject({ refused: 1500 })
    const answer = await admin.attempt('refusedRows', { contactListId: list.id, importId })
    expect(answer.status).toBe(202)
    const { exportId } = exportBegun.parse(answer.body)
    const url = await eventually('the export is ready', async () => {
      const state = await admin.call('getExport', { exportId })
      return state.status === 'DONE' && state.url
    })
    expect((await (await fetch(url)).arrayBuffer()).byteLength).toBeGreaterThan(3 * 1024 * 1024)
  })

  test('an import without refused rows keeps no file', async () => {
    const list = await admin.newList('Sem recusas')
    const { importId } = await begun(list.id, csv('nome,numero\nAna,11987650001\n'))
    await ended(list.id, importId)
    const gone = await eventually('the file is gone', async () => {
      const answer = await admin.attempt('refusedRows', { contactListId: list.id, importId })
      return answer.status === 404 && answer
    })
    expect(gone.body).toMatchObject({ error: 'ERR_IMPORT_FILE_GONE' })
  })
})

describe('cancelling an import', () => {
  test('a cancelled import keeps imported contacts, correct counts and frees the list', async () => {
    const list = await admin.newList('Parada')
    const live = await LiveSocket.open(admin)
    const { importId } = await begun(list.id, await aLongSheet())
    await eventually('it is under way', async () => (await stateOf(list.id, importId)).imported > 100)
    const it = { contactListId: list.id, importId }
    expect(await stranger.attempt('cancelImport', it)).toMatchObject({ status: 404 })
    expect(await admin.attempt('cancelImport', it)).toMatchObject({ status: 204 })
    const isOfTheImport = (frame: Frame) => frame.action === 'error' && frame.importId === importId
    expect(await live.frame('of the end', isOfTheImport)).toMatchObject({
      error: 'ERR_IMPORT_CANCELLED',
      status: 'CANCELLED',
    })
    live.close()
    expect(await admin.attempt('cancelImport', it)).toMatchObject({
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

  test('a waiting import can be cancelled', async () => {
    const list = await admin.newList('Na fila')
    const first = await begun(list.id, await aLongSheet())
    await eventually('the first is under way', async () => (await admin.list(list.id)).importId)
    const second = await begun(list.id, csv('nome,numero\nAna,21987650001\n'))
    expect(await stateOf(list.id, second.importId)).toMatchObject({ status: 'WAITING', total: null })
    await admin.call('cancelImport', { contactListId: list.id, importId: second.importId })
    await admin.call('cancelImport', { contactListId: list.id, importId: first.importId })
    expect(await stateOf(list.id, second.importId)).toMatchObject({ status: 'CANCELLED', read: 0 })
  })
})

import { readFile } from 'node:fs/promises'
import type { ContactListItem } from '@recado/shared/contact-lists/contact-list-item'
import { writeSheet } from '@recado/shared/spreadsheets/write-sheet'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, accepted } from '../support/api-client.ts'
import type { ResponseTo } from '../support/api-routes.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { type Frame, LiveSocket } from '../support/live-socket.ts'
import { aWorkbook, csv } from '../support/spreadsheets-by-hand.ts'
import { ownSystem } from '../support/test-system.ts'
import { uploaded } from '../support/uploads.ts'
import { aWorld } from '../support/worlds.ts'

const ROWS = 3000

const { system, principals } = ownSystem()
let company: string
let admin: ApiClient
/** An import whose worker was killed in its middle; it goes on while the other tests run. */
let interrupted: { listId: string; importId: string; killedAt: number }
/** One that was begun just then: its message may be handed to the worker that is no more. */
let begunMeanwhile: { listId: string; importId: string }

beforeAll(async () => {
  company = await principals.company()
  admin = await principals.signedIn(company)
})

const spreadsheet = async (name: string) => new Uint8Array(await readFile(`test/spreadsheets/${name}`))

/** Starts an import and does not wait for it. */
const begun = (contactListId: string, file: Uint8Array<ArrayBuffer>) =>
  admin.call('importContacts', { contactListId, file: new File([file], 'contatos.xlsx') })

const stateOf = (listId: string, importId: string) =>
  admin.call('getImport', { contactListId: listId, importId })

/** All contacts of a list, page by page. */
async function contactsOf(listId: string): Promise<ContactListItem[]> {
  const contacts: ContactListItem[] = []
  let cursor: string | null = null
  do {
    const page: ResponseTo<'listContactListItems'> = await admin.call('listContactListItems', {
      contactListId: listId,
      ...(cursor && { cursor }),
    })
    contacts.push(...page.contacts)
    cursor = page.nextCursor
  } while (cursor)
  return contacts
}

const numbersOf = async (listId: string) => (await contactsOf(listId)).map(({ number }) => number)

const number = (index: number) => `55119${String(20_000_000 + index)}`

/** A real .xlsx. Every 50th row has no valid number, every 30th repeats the row before. */
async function aLargeSheet(length: number): Promise<Uint8Array<ArrayBuffer>> {
  const rows = Array.from({ length }, (_, index) => [
    `Contato ${index}`,
    index % 50 === 49 ? 'nenhum' : number(index % 30 === 29 ? index - 1 : index),
  ])
  return new Uint8Array(await writeSheet({ header: ['nome', 'numero'], rows }))
}

/** What an import of that sheet must come to. */
function expectedOf(length: number) {
  const valid = Array.from({ length }, (_, index) => index).filter((index) => index % 50 !== 49)
  const numbers = new Set(valid.map((index) => number(index % 30 === 29 ? index - 1 : index)))
  return {
    read: length,
    refused: length - valid.length,
    imported: numbers.size,
    duplicated: valid.length - numbers.size,
  }
}

describe('an import whose worker is killed', () => {
  test('an import whose worker is killed stays RUNNING and keeps the list', async () => {
    const { id: listId } = await admin.newList('Interrompida')
    const { importId } = await begun(listId, await aLargeSheet(ROWS))
    await eventually('the import is under way', async () => (await stateOf(listId, importId)).read > 200)
    await system.kill('workers')
    // A write that the worker had sent when it was killed lands all the same.
    const cut = await eventually('what was on its way has landed', async () => {
      const state = await stateOf(listId, importId)
      const { contactsCount } = await admin.list(listId)
      return contactsCount === state.imported && state
    })
    expect(cut).toMatchObject({ status: 'RUNNING', finishedAt: null, error: null })
    expect(cut.read).toBeLessThan(ROWS)
    expect(cut.imported + cut.duplicated + cut.refused).toBe(cut.read)
    expect((await admin.list(listId)).importId).toBe(importId)
    interrupted = { listId, importId, killedAt: Date.now() }
    const other = await admin.newList('Nesse momento')
    const begunThen = await begun(other.id, await spreadsheet('simples--lo.xlsx'))
    begunMeanwhile = { listId: other.id, importId: begunThen.importId }
  })
})

describe('a file that cannot be imported', () => {
  const FILES: [file: string, code: string][] = [
    ['truncado.xlsx', 'ERR_SPREADSHEET_UNREADABLE'],
    ['truncado.xls', 'ERR_SPREADSHEET_UNREADABLE'],
    ['xml-quebrado.xlsx', 'ERR_SPREADSHEET_UNREADABLE'],
    ['fat-ciclo.xls', 'ERR_SPREADSHEET_UNREADABLE'],
    ['xxe.xlsx', 'ERR_SPREADSHEET_UNREADABLE'],
    ['imagem.xls', 'ERR_SPREADSHEET_UNREADABLE'],
    ['senha.xlsx', 'ERR_SPREADSHEET_ENCRYPTED'],
    ['bomba-planilha.xlsx', 'ERR_SPREADSHEET_TOO_LARGE'],
    ['bomba-tamanho-mentiroso.xlsx', 'ERR_SPREADSHEET_TOO_LARGE'],
    ['diretorio-4gb.xlsx', 'ERR_SPREADSHEET_TOO_LARGE'],
    ['docx.xlsx', 'ERR_SPREADSHEET_UNSUPPORTED'],
    ['xlsb-como-xlsx--sheetjs-xlsb.xlsx', 'ERR_SPREADSHEET_UNSUPPORTED'],
    ['disfarce--lo-html.xls', 'ERR_SPREADSHEET_UNSUPPORTED'],
    ['vazio.xlsx', 'ERR_SPREADSHEET_EMPTY'],
    ['so-cabecalho.csv', 'ERR_SPREADSHEET_EMPTY'],
  ]

  test.for(FILES)('%s ends the import with %s, and the list stays empty and free', async ([file, code]) => {
    const list = await admin.newList(file.slice(0, 50))
    expect(await admin.imported(list.id, await spreadsheet(file), file)).toMatchObject({
      status: 'FAILED',
      error: code,
      read: 0,
      imported: 0,
      duplicated: 0,
      refused: 0,
      finishedAt: expect.stringMatching(/^\d{4}-/),
    })
    await expectEmptyAndFree(list.id)
  })

  test.for([
    ['a text', async () => spreadsheet('texto.xlsx')],
    ['names and cities', async () => csv('nome;cidade\nAna;Santos\nBia;Itu\n')],
    ['words in its number column', async () => csv('nome;numero\nAna;mil\nBia;dois mil\n')],
  ] as const)('a file without a column of numbers (%s) is refused at once', async ([, bytesOf]) => {
    const list = await admin.newList('Sem números')
    const bytes = await bytesOf()
    const contactListId = list.id
    const file = new File([new Uint8Array(bytes)], 'a.csv')
    const refused = { status: 422, body: { error: 'ERR_SPREADSHEET_NO_NUMBERS' } }
    expect(await admin.attempt('importContacts', { contactListId, file })).toMatchObject(refused)
    const uploadId = await uploaded(admin, bytes)
    expect(await admin.attempt('importContacts', { contactListId, uploadId })).toMatchObject(refused)
    expect(await admin.attempt('importContactBlocks', { uploadId })).toMatchObject(refused)
    await expectEmptyAndFree(list.id)
  })

  test('a file that breaks off after thousands of rows imports none', async () => {
    const rows = Array.from({ length: 5000 }, (_, index) => rowXml(index, number(index)))
    const file = await aWorkbook({ rows: `${rows.join('')}<row><c` })
    const list = await admin.newList('Quebrada no fim')
    expect(await admin.imported(list.id, new Uint8Array(file))).toMatchObject({
      status: 'FAILED',
      error: 'ERR_SPREADSHEET_UNREADABLE',
    })
    await expectEmptyAndFree(list.id)
  })

  test('a file with one row too many imports none', async () => {
    const rows = Array.from({ length: 100_001 }, (_, index) => ['', number(index)])
    const file = new Uint8Array(await writeSheet({ header: ['nome', 'numero'], rows }))
    const list = await admin.newList('Grande demais')
    expect(await admin.imported(list.id, file)).toMatchObject({
      status: 'FAILED',
      error: 'ERR_SPREADSHEET_TOO_LARGE',
    })
    await expectEmptyAndFree(list.id)
  })

  test('a failed import tells browsers its reason', async () => {
    const list = await admin.newList('Com aviso')
    const live = await LiveSocket.open(admin)
    const { importId } = await admin.imported(list.id, await spreadsheet('senha.xlsx'))
    const channel = `company-${company}-ContactListItem-${list.id}`
    const isOfTheList = (frame: Frame) => frame.channel === channel
    const failure = await live.frame(
      'of the failure',
      (frame) => frame.action === 'error' && isOfTheList(frame),
    )
    expect(failure).toMatchObject({
      importId,
      error: 'ERR_SPREADSHEET_ENCRYPTED',
      imported: 0,
    })
    live.close()
  })

  test.for([
    ['xls-como-xlsx--xlwt.xlsx', 'a real .xls named .xlsx'],
    ['xlsx-como-csv--openpyxl.csv', 'a real .xlsx named .csv'],
    ['texto-tab.xls', 'a text file named .xls'],
  ] as const)('a file with a wrong name is imported: %s, %s', async ([file]) => {
    const list = await admin.newList('Nome trocado')
    expect(await admin.imported(list.id, await spreadsheet(file), file)).toMatchObject({
      status: 'DONE',
      imported: 5,
    })
  })

  test('a file over 4 MB is refused, and the message names POST /uploads', async () => {
    const list = await admin.newList('Quatro megas')
    const file = new File([new Uint8Array(4 * 1024 * 1024 + 128 * 1024)], 'contatos.xlsx')
    const { status, body } = await admin.attempt('importContacts', { contactListId: list.id, file })
    expect({ status, body }).toMatchObject({ status: 413, body: { error: 'ERR_UPLOAD_TOO_LARGE' } })
    expect(JSON.stringify(body)).toContain('POST /uploads')
    await expectEmptyAndFree(list.id)
  })

  async function expectEmptyAndFree(listId: string) {
    expect(await admin.list(listId)).toMatchObject({ contactsCount: 0, importId: null, isDuplicated: false })
    expect(await contactsOf(listId)).toEqual([])
    const again = await admin.imported(listId, csv('nome,numero\nMaria,5511912340001\n'), 'certa.csv')
    expect(again).toMatchObject({ status: 'DONE', imported: 1 })
  }
})

describe('the same people twice', () => {
  test('importing a file again with duplicates removed changes nothing', async () => {
    const list = await admin.newList('Duas vezes')
    const file = await spreadsheet('simples--lo.xlsx')
    expect(await admin.imported(list.id, file)).toMatchObject({ status: 'DONE', imported: 5, duplicated: 0 })
    const contacts = await contactsOf(list.id)
    expect(await admin.imported(list.id, file)).toMatchObject({ status: 'DONE', imported: 0, duplicated: 5 })
    expect(await contactsOf(list.id)).toEqual(contacts)
    expect(await admin.list(list.id)).toMatchObject({ contactsCount: 5, isDuplicated: false })
  })

  test('a number repeated in one file in any spelling is imported once', async () => {
    const list = await admin.newList('Repetidas')
    const spellings = [
      '11 91234-5678',
      '+55 (11) 91234-5678',
      '1191234-5678',
      '551112345678',
      '11 1234-5678',
      '0xx11912345678',
    ]
    const file = csv(
      `nome,numero\n${spellings.map((spelling, index) => `Maria ${index},${spelling}`).join('\n')}\n`,
    )
    const outcome = await admin.imported(list.id, file, 'a.csv')
    const numbers = await numbersOf(list.id)
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(outcome).toMatchObject({ status: 'DONE', read: 6, imported: numbers.length })
    expect(outcome.imported + outcome.duplicated + outcome.refused).toBe(6)
    expect(numbers[0]).toBe('5511912345678')
  })

  // The start may have been handed to the worker that was killed: the sweep sends another.
  test('keeping duplicates marks the list, and a campaign has each number once', {
    timeout: atMost(60_000),
  }, async () => {
    const { whatsappId } = await aWorld(principals.tenant(company))
    const list = await admin.newList('Com repetidas')
    const file = csv('nome,numero\nMaria,11912340001\nMaria de novo,5511912340001\nJoão,11912340002\n')
    const kept = await admin.imported(list.id, file, 'a.csv', false)
    expect(kept).toMatchObject({ status: 'DONE', imported: 3, duplicated: 0 })
    expect(await admin.imported(list.id, file, 'a.csv', false)).toMatchObject({ imported: 3, duplicated: 0 })
    expect(await admin.list(list.id)).toMatchObject({ contactsCount: 6, isDuplicated: true })
    expect(await numbersOf(list.id)).toHaveLength(6)

    const { id } = await admin.newCampaign({ whatsappId, contactListId: list.id })
    await admin.call('startCampaign', { campaignId: id })
    const { counters, shipping } = await eventually(
      'the ledger is written',
      async () => {
        const report = await admin.report(id)
        return report.shipping.length > 0 && report
      },
      50_000,
    )
    expect(counters.validContacts).toBe(2)
    expect(shipping.map((row) => row.number)).toEqual(['5511912340001', '5511912340002'])
    expect(shipping.map(({ contact }) => contact.name)).toEqual(['Maria', 'João'])
    await admin.call('cancelCampaign', { campaignId: id })
  })
})

describe('while an import fills a list', () => {
  test('during an import a second one waits, the list cannot be deleted, and contacts can be added', async () => {
    const list = await admin.newList('Ocupada')
    const first = await begun(list.id, await aLargeSheet(1500))
    await eventually('it is under way', async () => (await admin.list(list.id)).importId !== null)
    const second = await begun(list.id, await spreadsheet('simples--lo.xlsx'))
    expect(await admin.attempt('deleteContactList', { contactListId: list.id })).toMatchObject({
      status: 409,
      body: { error: 'ERR_IMPORT_RUNNING' },
    })
    await admin.addContacts(list.id, ['5511900000001', '5511900000002'])
    const during = await stateOf(list.id, first.importId)
    expect(during.status, 'the import was over before anything could be tried').not.toBe('DONE')
    expect(await stateOf(list.id, second.importId)).toMatchObject({ status: 'WAITING', read: 0 })

    const done = await eventually('the import ends', async () => {
      const state = await stateOf(list.id, first.importId)
      return state.status === 'DONE' && state
    })
    const expected = expectedOf(1500)
    expect(done).toMatchObject({ ...expected, refusedReasons: { NUMBER_INVALID: expected.refused } })
    await eventually(
      'the second import ends',
      async () => (await stateOf(list.id, second.importId)).status === 'DONE',
    )
    const numbers = await numbersOf(list.id)
    expect(await admin.list(list.id)).toMatchObject({ contactsCount: numbers.length, importId: null })
    expect(new Set(numbers).size).toBe(expected.imported + 2 + 5)
    expect(numbers).toHaveLength(expected.imported + 2 + 5)
  })

  test('browsers get an import’s progress at most once a second, and its end', async () => {
    const list = await admin.newList('Ao vivo')
    const live = await LiveSocket.open(admin)
    const started = Date.now()
    const { importId } = await admin.imported(list.id, await aLargeSheet(2000))
    const channel = `company-${company}-ContactListItem-${list.id}`
    const expected = expectedOf(2000)
    // An earlier import of the company may still be told of.
    const isOfTheList = (frame: Frame) => frame.channel === channel
    const end = await live.frame('of the end', (frame) => frame.action === 'imported' && isOfTheList(frame))
    expect(end).toMatchObject({
      importId,
      status: 'DONE',
      error: null,
      ...expected,
    })
    const seconds = (Date.now() - started) / 1000
    const progress = live.frames.filter((frame) => frame.action === 'importing' && isOfTheList(frame))
    expect(progress.length).toBeGreaterThanOrEqual(1)
    expect(progress.length).toBeLessThanOrEqual(Math.ceil(seconds) + 1)
    for (const frame of progress) {
      expect(Object.keys(frame).sort()).toEqual(
        ['action', 'channel', 'duplicated', 'importId', 'imported', 'read', 'refused', 'total'].sort(),
      )
      expect(frame).toMatchObject({ channel, importId })
      for (const count of [frame.read, frame.imported, frame.duplicated, frame.refused])
        expect(Number.isInteger(count)).toBe(true)
    }
    await live.frame(
      'of the list',
      ({ channel: at, record }) =>
        at === `company-${company}-contact-list` &&
        JSON.stringify(record).includes(`"contactsCount":${expected.imported},`),
    )
    live.close()
  })
})

describe('a file that went straight to S3', () => {
  test('an uploaded file is imported by its id, and deleted afterwards', async () => {
    const list = await admin.newList('Pelo S3')
    const uploadId = await uploaded(admin, await spreadsheet('simples--lo.xlsx'))
    const importIt = () => admin.attempt('importContacts', { contactListId: list.id, uploadId })
    const { body } = accepted(await importIt())
    await eventually('the import ends', async () => (await stateOf(list.id, body.importId)).status === 'DONE')
    expect(await admin.list(list.id)).toMatchObject({ contactsCount: 5 })
    expect(
      await eventually('the file is deleted', async () => {
        const answer = await importIt()
        return answer.status !== 409 && answer.status !== 202 && answer
      }),
    ).toMatchObject({ status: 400, body: { error: 'ERR_UPLOAD_MISSING' } })
  })

  // The emulator does not look at the form's policy, S3 does: so it is the policy that is looked at here.
  test('an upload’s policy fixes size, type and key', async () => {
    const { uploadId, fields } = await admin.call('createUpload', {
      purpose: 'import',
      fileName: '../a.csv',
      contentType: 'text/csv',
      bytes: 10,
    })
    const policy = JSON.parse(Buffer.from(fields.Policy ?? '', 'base64').toString())
    expect(policy.conditions).toEqual(
      expect.arrayContaining([
        ['content-length-range', 1, 10],
        ['eq', '$Content-Type', 'text/csv'],
        { key: `${company}/uploads/${uploadId}` },
        { bucket: system.layout.names.bucket },
      ]),
    )
    expect(fields.key).toBe(`${company}/uploads/${uploadId}`)
    expect(Date.parse(policy.expiration) - Date.now()).toBeLessThanOrEqual(15 * 60_000)
    expect(policy.conditions.flat()).not.toContain('starts-with')
  })

  test.for([
    ['20 MB and one byte', 20 * 1024 * 1024 + 1],
    ['nothing', 0],
    ['less than nothing', -1],
    ['half a byte', 0.5],
  ] as const)('an upload cannot be of %s', async ([, bytes]) => {
    const upload = { purpose: 'import', fileName: 'a.csv', contentType: 'text/csv', bytes } as const
    expect(await admin.attempt('createUpload', upload)).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    })
  })

  test.for(['01ARZ3NDEKTSV4RRFFQ69G5FAV', '../01ARZ3NDEKTSV4RRFFQ69G5FA', 'x', ''])(
    'an import of the unknown upload “%s” is refused',
    async (uploadId) => {
      const list = await admin.newList('Sem arquivo')
      expect(await admin.attempt('importContacts', { contactListId: list.id, uploadId })).toMatchObject({
        status: 400,
        body: { error: 'ERR_UPLOAD_MISSING' },
      })
    },
  )
})

describe('deleting lists and campaigns', () => {
  const rowsAbout = async (id: string) => (await principals.dump()).filter(({ pk }) => pk.includes(id))

  test('deleting a list deletes its contacts in the background', async () => {
    const list = await admin.newList('Apagada')
    await admin.imported(list.id, await aLargeSheet(120))
    await admin.call('deleteContactList', { contactListId: list.id })
    expect(await admin.attempt('getContactList', { contactListId: list.id })).toMatchObject({ status: 404 })
    await eventually('its rows are gone', async () => (await rowsAbout(list.id)).length === 0)
  })

  test('deleting a campaign deletes its recipients, and keeps the list', async () => {
    const { whatsappId } = await aWorld(principals.tenant(company))
    const list = await admin.newList('Fica')
    await admin.addContacts(list.id, ['5511912340001', '5511912340002'])
    const { id } = await admin.newCampaign({ whatsappId, contactListId: list.id })
    await admin.call('startCampaign', { campaignId: id })
    await eventually('the ledger is written', async () => (await admin.report(id)).shipping.length === 2)
    await admin.call('cancelCampaign', { campaignId: id })
    expect((await rowsAbout(id)).length).toBeGreaterThanOrEqual(2)
    await admin.call('deleteCampaign', { campaignId: id })
    await eventually('its recipients are gone', async () => (await rowsAbout(id)).length === 0)
    expect(await numbersOf(list.id)).toEqual(['5511912340001', '5511912340002'])
  })
})

describe('an import whose worker was killed', () => {
  test('an import whose worker was killed continues after its last row', {
    timeout: atMost(200_000),
  }, async () => {
    const { listId, importId, killedAt } = interrupted
    const done = await eventually(
      'the import ends',
      async () => {
        const state = await stateOf(listId, importId)
        return ['DONE', 'FAILED'].includes(state.status) && state
      },
      180_000,
    )
    console.log(`resumed and done ${Math.round((Date.now() - killedAt) / 1000)} s after the kill`)
    const expected = expectedOf(ROWS)
    expect(done).toMatchObject({ status: 'DONE', ...expected })
    const numbers = await numbersOf(listId)
    expect(numbers).toHaveLength(expected.imported)
    expect(new Set(numbers).size).toBe(expected.imported)
    expect(await admin.list(listId)).toMatchObject({ contactsCount: expected.imported, importId: null })
  })

  test('an import begun at the kill loses and repeats no row', { timeout: atMost(200_000) }, async () => {
    const { listId, importId } = begunMeanwhile
    await eventually(
      'the other import ends',
      async () => (await stateOf(listId, importId)).status === 'DONE',
      150_000,
    )
    expect(await numbersOf(listId)).toHaveLength(5)
  })
})

const rowXml = (index: number, text: string) =>
  `<row r="${index + 1}"><c r="A${index + 1}" t="inlineStr"><is><t>Contato</t></is></c><c r="B${index + 1}" t="inlineStr"><is><t>${text}</t></is></c></row>`

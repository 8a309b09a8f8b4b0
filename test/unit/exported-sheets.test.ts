import { read as readBook } from '@e965/xlsx'
import { exportAll } from '@recado/functions/contacts/contacts'
import { begin, fileOfSheet } from '@recado/functions/exports/exports'
import { sheetFile, write } from '@recado/functions/exports/writing'
import { allRoutes } from '@recado/shared/api/routes'
import { recordDeed } from '@recado/shared/audit/store'
import { ledgerId, recipientKey } from '@recado/shared/campaigns/ledger/recipient'
import { putList } from '@recado/shared/contact-lists/store'
import { writeContacts } from '@recado/shared/contacts/store'
import { newContact } from '@recado/shared/contacts/stored-contact'
import { Sum } from '@recado/shared/desk-report/figures'
import { reportSheet } from '@recado/shared/desk-report/report-sheet'
import { getExport, type WantedSheet } from '@recado/shared/exports/store'
import { extractedContactsSheet, membersSheet } from '@recado/shared/extractors/sheets'
import { FILE, FILE_OR_EXPORT } from '@recado/shared/http/contract'
import { JUDGED } from '@recado/shared/imports/contact-columns'
import { previewOf } from '@recado/shared/imports/layout'
import { readContacts } from '@recado/shared/imports/read-contacts'
import type { Language } from '@recado/shared/language'
import type { Actor } from '@recado/shared/sessions/session'
import { contactTemplate } from '@recado/shared/spreadsheets/write-sheet'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { putTag } from '@recado/shared/tags/store'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { actorOf, anAccount } from '../support/accounts.ts'
import { aConnection, aContactList, aTag } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { FilesInMemory } from '../support/files-in-memory.ts'
import { setContext } from '../support/functions-context.ts'
import { all, rowsOf } from '../support/spreadsheets-by-hand.ts'
import { aLedger } from '../support/stored-campaigns.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const AT = new Date(NOW).toISOString()
const [ANA, BIA, CAIO] = ['5511987650001', '5511987650002', '5511987650003'] as const
const files = new FilesInMemory()

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))
vi.mock('@recado/functions/files/open', () => ({ filesOf: () => files }))

let table: TenantTable
let admin: Actor
beforeEach(async () => {
  const memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  setContext({ table, ports: enginePorts(memory, () => NOW).ports })
  admin = actorOf(await anAccount(memory, 'A'))
})

const rowsIn = async (wanted: WantedSheet) => rowsOf((await sheetFile('A', wanted)).bytes)

const WHO = { lid: null, nameFrom: 'user' } as const
const addContact = (id: string, name: string, number: string) =>
  writeContacts(table, [{ after: newContact({ ...WHO, id, place: 0, name, number }, AT) }])

/** Ana with all fields, and Bia with a number only. */
async function addContacts(): Promise<void> {
  const tag = aTag({ companyId: 'A', name: 'Fiel' })
  await putTag(table, tag)
  const ana = newContact({ ...WHO, id: 'C1', place: 0, name: 'Ana Lima', number: ANA }, AT, {
    email: 'ana@exemplo.test',
    var1: 'Santos',
    var2: 'Ouro',
    var3: '21/11',
    tagIds: [tag.id],
    extraInfo: [{ name: 'Cidade', value: 'Santos' }],
  })
  await writeContacts(table, [{ after: ana }])
  await addContact('C2', 'Bia', BIA)
}

describe.each([
  ['pt', 'Contatos', ['nome', 'numero', 'email', 'var1', 'var2', 'var3', 'etiquetas', 'informações']],
  ['en', 'Contacts', ['name', 'number', 'email', 'var1', 'var2', 'var3', 'tags', 'information']],
  ['es', 'Contactos', ['nombre', 'número', 'correo', 'var1', 'var2', 'var3', 'etiquetas', 'información']],
] as const)('the contacts in the language %s', (language, name, titles) => {
  beforeEach(addContacts)

  test('have the titles and the name of that language', async () => {
    const file = await exportAll(admin, language)
    if (!('bytes' in file)) throw new Error('not a file')
    expect(file.fileName).toBe(`${name} 21-11-2026.xlsx`)
    expect(await rowsOf(file.bytes)).toEqual([
      titles,
      ['Ana Lima', ANA, 'ana@exemplo.test', 'Santos', 'Ouro', '21/11', 'Fiel', 'Cidade: Santos'],
      ['Bia', BIA],
    ])
  })

  test('keep all fields when they are imported again, also below many contacts with a number only', async () => {
    for (let place = 0; place < JUDGED; place++)
      await addContact(`B${place + 10}`, 'Caio', `55119876501${place + 10}`)
    const { bytes } = await sheetFile('A', { kind: 'contacts', language })
    expect(await previewOf(bytes)).toMatchObject({
      columns: { name: 0, number: 1, email: 2, var1: 3, var2: 4, var3: 5 },
      firstLine: 2,
      clear: true,
    })
    const none = { email: '', var1: '', var2: '', var3: '' }
    expect((await all(readContacts(bytes))).slice(JUDGED)).toMatchObject([
      {
        contact: {
          name: 'Ana Lima',
          number: ANA,
          email: 'ana@exemplo.test',
          var1: 'Santos',
          var2: 'Ouro',
          var3: '21/11',
        },
      },
      { contact: { name: 'Bia', number: BIA, ...none } },
    ])
  })
})

describe.each([
  ['pt', ['nome', 'numero', 'admin'], ['sim', 'não'], 'Contatos'],
  ['en', ['name', 'number', 'admin'], ['yes', 'no'], 'Contacts'],
  ['es', ['nombre', 'número', 'admin'], ['sí', 'no'], 'Contactos'],
] as const)('people of an account in the language %s', (language, titles, [yes, no], name) => {
  test('are members of a group, and can be imported', async () => {
    const members = [
      { name: 'Ana', number: ANA, admin: true },
      { name: 'Bia', number: BIA, admin: false },
    ]
    const file = await fileOfSheet('A', membersSheet(members, language), language)
    expect(file.fileName).toBe(`${name} 21-11-2026.xlsx`)
    expect(await rowsOf(file.bytes)).toEqual([titles, ['Ana', ANA, yes], ['Bia', BIA, no]])
    expect(await all(readContacts(file.bytes))).toMatchObject([
      { contact: { name: 'Ana', number: ANA, var1: '' } },
      { contact: { name: 'Bia', number: BIA, var1: '' } },
    ])
  })

  test('are extracted contacts', () => {
    const { header } = extractedContactsSheet(table, { id: 'W', name: 'Loja' }, language)
    expect(header).toEqual(titles.slice(0, 2))
  })
})

test.each([
  ['pt', 'Auditoria', ['data', 'quem', 'suporte', 'ação'], 'sim'],
  ['en', 'Audit trail', ['date', 'who', 'support', 'action'], 'yes'],
  ['es', 'Auditoría', ['fecha', 'quién', 'soporte', 'acción'], 'sí'],
] as const)('the audit trail is in the language %s', async (language, name, titles, yes) => {
  const deed = {
    who: { id: 'U', name: 'Operadora', support: true },
    action: 'tags.createTag',
    target: 'T',
    targetName: 'Fiel',
    fields: ['name'],
    from: { address: '198.51.100.1', place: null, agent: null },
  }
  await recordDeed(table, deed, NOW)
  const file = await sheetFile('A', { kind: 'audit', language })
  expect(file.fileName).toBe(`${name} 21-11-2026.xlsx`)
  const rows = await rowsOf(file.bytes)
  expect(rows.map((cells) => cells.slice(0, 4))).toEqual([titles, [AT, 'Operadora', yes, 'tags.createTag']])
})

test.each([
  ['pt', ['Nome', 'Número', 'Status', 'Nível'], ['Falhou', '', 'O WhatsApp recusou a mensagem'], 'Bloqueado'],
  ['en', ['Name', 'Number', 'Status', 'Level'], ['Failed', '', 'WhatsApp refused the message'], 'Blocked'],
  ['es', ['Nombre', 'Número', 'Estado', 'Nivel'], ['Falló', '', 'WhatsApp rechazó el mensaje'], 'Bloqueado'],
] as const)(
  'the report of a campaign is in the language %s',
  async (language, titles, [status, level, why], blocked) => {
    const campaignId = await aLedger(table, aConnection({ companyId: 'A' }).id, [ANA, BIA, CAIO])
    const ledger = ledgerId(campaignId, 1)
    await table.update(recipientKey({ ledger, place: 0 }), { set: { status: 'FAILED', reason: 'REFUSED' } })
    await table.update(recipientKey({ ledger, place: 1 }), { set: { block: true } })
    await table.update(recipientKey({ ledger, place: 2 }), {
      set: { status: 'SENDED', level: 'read', sentAt: AT },
    })
    const [header, ...rows] = await rowsIn({ kind: 'campaign', campaignId, language })
    expect(header?.slice(0, 4)).toEqual(titles)
    expect(header).toHaveLength(11)
    expect([rows[0]?.[2], rows[0]?.[3], rows[0]?.[5]]).toEqual([status, level, why])
    expect(rows[1]?.[2]).toBe(blocked)
    // Moments are written alike in all languages, in the company's zone.
    expect(rows[2]?.[7]).toBe('21/11/2026 09:00:00')
  },
)

const ROWS_OF_REPORT: [Language, string, string[], string[][]][] = [
  [
    'pt',
    'Atendimento',
    ['por', 'nome', 'abertos'],
    [
      ['período', '', '4,50'],
      ['dia', '2026-11-21', ''],
      ['fila', 'Sem fila', ''],
      ['atendente', 'Excluído', ''],
      ['hora', '9h', ''],
    ],
  ],
  [
    'en',
    'Customer service',
    ['by', 'name', 'opened'],
    [
      ['period', '', '4.50'],
      ['day', '2026-11-21', ''],
      ['queue', 'No queue', ''],
      ['agent', 'Deleted', ''],
      ['hour', '9h', ''],
    ],
  ],
  [
    'es',
    'Atención al cliente',
    ['por', 'nombre', 'abiertos'],
    [
      ['período', '', '4,50'],
      ['día', '2026-11-21', ''],
      ['cola', 'Sin cola', ''],
      ['agente', 'Eliminado', ''],
      ['hora', '9h', ''],
    ],
  ],
]

test.each(ROWS_OF_REPORT)(
  'the report of customer service is in the language %s',
  async (language, name, titles, expected) => {
    const { figures } = new Sum()
    const period = { ...figures, rating: { asked: 3, count: 2, mean: 4.5 } }
    const by = {
      day: [{ ...figures, day: '2026-11-21' }],
      queue: [{ ...figures, queueId: null, name: null }],
      user: [{ ...figures, userId: 'U', name: null }],
      hour: [{ ...figures, hour: 9 }],
    }
    const file = await fileOfSheet('A', reportSheet({ period, by }, language), language)
    expect(file.fileName).toBe(`${name} 21-11-2026.xlsx`)
    const [header, ...rows] = await rowsOf(file.bytes)
    expect(header?.slice(0, 3)).toEqual(titles)
    expect(rows.map((cells) => [cells[0], cells[1], cells[13] ?? ''])).toEqual(expected)
  },
)

test.each([
  ['pt', 'planilha', 'Planilha'],
  ['en', 'spreadsheet', 'Sheet'],
  ['es', 'hoja de cálculo', 'Hoja'],
] as const)(
  'a list keeps the template’s columns in the language %s, whose words name file and sheet',
  async (language, name, tab) => {
    const list = aContactList({ companyId: 'A', name: '???' })
    await putList(table, list)
    const file = await sheetFile('A', { kind: 'contact-list', contactListId: list.id, language })
    expect(file.fileName).toBe(`${name} 21-11-2026.xlsx`)
    expect(await rowsOf(file.bytes)).toEqual(await rowsOf(await contactTemplate()))
    expect(readBook(file.bytes).SheetNames).toEqual([tab])
  },
)

test.each([
  ['Contactos 21-11-2026.xlsx', { kind: 'contacts', language: 'es' }],
  // The row of an earlier release.
  ['Contatos 21-11-2026.xlsx', { kind: 'contacts' }],
] as const)('an export in the background is written as %s', async (name, wanted) => {
  const put = vi.spyOn(files, 'put')
  const { exportId } = await begin(admin, wanted)
  await write({ companyId: 'A', exportId })
  expect((await getExport(table, exportId))?.status).toBe('DONE')
  expect(put.mock.lastCall?.at(-1)).toBe(name)
})

test('calls for a spreadsheet take a language, except for the template', () => {
  const ofFiles = allRoutes().filter(
    ({ route }) => route.response === FILE || route.response === FILE_OR_EXPORT,
  )
  const without = ofFiles.filter(({ route }) => route.query?.shape.language === undefined)
  expect(without.map(({ name }) => name)).toEqual(['contactListTemplate'])
})

import { begin, get } from '@recado/functions/exports/exports'
import { write } from '@recado/functions/exports/writing'
import { additions } from '@recado/shared/contact-lists/item-writes'
import { reservePlaces } from '@recado/shared/contact-lists/items'
import { putList, type StoredList } from '@recado/shared/contact-lists/store'
import { dossierOf } from '@recado/shared/data-subjects/dossier'
import type { PersonRef } from '@recado/shared/data-subjects/person'
import type { ExportState } from '@recado/shared/exports/routes'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, expect, test, vi } from 'vitest'
import { actorOf, anAccount } from '../support/accounts.ts'
import { aContactList } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { FilesInMemory } from '../support/files-in-memory.ts'
import { setContext } from '../support/functions-context.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const AT = new Date(NOW).toISOString()
const ANA = '5511987651001'

/** The bucket, which takes a package piece by piece. */
class Bucket extends FilesInMemory {
  readonly names = new Map<string, string>()

  async putStream(key: string, chunks: AsyncIterable<Uint8Array>, _: string, name: string): Promise<void> {
    const pieces: Uint8Array[] = []
    for await (const piece of chunks) pieces.push(piece)
    this.names.set(key, name)
    await this.put(key, Buffer.concat(pieces))
  }

  async presignDownload(key: string): Promise<string> {
    return `https://files/${this.names.get(key)}`
  }
}
const bucket = new Bucket()

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))
vi.mock('@recado/functions/files/open', () => ({ filesOf: () => bucket }))

let memory: MemoryTable
let table: TenantTable
beforeEach(() => {
  memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  setContext({ table, ports: enginePorts(memory, () => NOW).ports })
})

async function anaListed(of: Partial<StoredList> = {}): Promise<void> {
  const { id, ...list } = aContactList({ companyId: 'A', ...of })
  await putList(table, { id, ...list })
  await reservePlaces(table, id, 1)
  const contact = { name: 'Ana', number: ANA, email: '', var1: '', var2: '', var3: '' }
  await table.transact(
    additions({ listId: id, firstPlace: 0, contacts: [contact], holders: new Map(), now: AT }),
  )
}

async function exported(person: PersonRef): Promise<ExportState> {
  const admin = actorOf(await anAccount(memory, 'A'))
  const { exportId } = await begin(admin, { kind: 'data-subject', ...person })
  await write({ companyId: 'A', exportId })
  return get(admin, exportId)
}

test('the export of a person’s data says whether the company has any', async () => {
  await anaListed()
  const found = await exported({ number: ANA })
  expect(found).toEqual({ status: 'DONE', url: 'https://files/Dados de um titular 21-11-2026.zip' })
  expect(await exported({ number: '5531955550000' })).toEqual({ ...found, isEmpty: true })
  // The package repeats the LID of the request.
  expect(await exported({ number: '', lid: '777000111222' })).toEqual({ ...found, isEmpty: true })
})

test('the date of a consent is a day in the dossier, written as the days of its other times are', async () => {
  const consent = {
    source: 'FORM',
    date: '2026-01-02',
    note: null,
    recordedAt: AT,
    recordedBy: 'Maria',
  } as const
  await anaListed({ name: 'Clientes', consent })
  const rows: string[][] = []
  for await (const row of (await dossierOf(table, { number: ANA }, NOW)).sheet.rows) rows.push(row)
  expect(rows.map((row) => row.slice(1, 5))).toEqual([
    ['Clientes', '21/11/2026 09:00:00', 'Nome', 'Ana'],
    ['Clientes', '21/11/2026 09:00:00', 'Número', ANA],
    ['Clientes', '02/01/2026', 'Consentimento', 'Aceitou em um formulário'],
    ['Clientes', '21/11/2026 09:00:00', 'Consentimento registrado por', 'Maria'],
  ])
})

test('the dossier has the consent of each list with the person: its kind, its note, who recorded it and when', async () => {
  const recorded = { recordedAt: AT, recordedBy: 'Maria' }
  const given = { source: 'EVENT', date: '2026-01-02', note: 'Feira de artesanato', ...recorded } as const
  await anaListed({ name: 'Clientes', consent: given })
  await anaListed({ name: 'Comprada', consent: { source: 'NONE', date: null, note: null, ...recorded } })
  await anaListed({ name: 'Antiga' })
  const others = aContactList({ companyId: 'A', name: 'Sem Ana', consent: given })
  await putList(table, others)
  const rows: string[][] = []
  for await (const row of (await dossierOf(table, { number: ANA }, NOW)).sheet.rows) rows.push(row)
  const ofConsent = rows.filter(([, , , what = '']) => /consentimento/i.test(what))
  expect(ofConsent.map((row) => row.slice(1, 5))).toEqual([
    ['Clientes', '02/01/2026', 'Consentimento', 'Aceitou em um evento'],
    ['Clientes', '02/01/2026', 'Observação do consentimento', 'Feira de artesanato'],
    ['Clientes', '21/11/2026 09:00:00', 'Consentimento registrado por', 'Maria'],
    ['Comprada', '', 'Consentimento', 'Não há registro'],
    ['Comprada', '21/11/2026 09:00:00', 'Consentimento registrado por', 'Maria'],
  ])
})

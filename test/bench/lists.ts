import { itemsAt, pageOfItems, placesOf } from '@recado/shared/contact-lists/items'
import { firstOf } from '@recado/shared/first-of'
import { PAGE_SIZE } from '@recado/shared/http/paging'
import { searchTerm } from '@recado/shared/searchable'
import { writeSheet } from '@recado/shared/spreadsheets/write-sheet'
import type { TenantTable } from '@recado/shared/table/tenant'
import { addressesOf } from '../../infra/local/environment.ts'
import type { ApiClient } from '../support/api-client.ts'
import { eventually } from '../support/eventually.ts'
import type { RunningSystem } from '../support/local-system.ts'
import { Principals } from '../support/principals.ts'
import { uploaded } from '../support/uploads.ts'
import { CountedTable } from './counted-table.ts'
import { percentile } from './percentile.ts'
import { given, type Size } from './size.ts'

const SIZES = {
  usual: { rows: given('ROWS', 100_000), rounds: 20 },
  smallest: { rows: 300, rounds: 1 },
}

const NAMES = [
  'Ana',
  'Bruno',
  'Célia',
  'Davi',
  'Elisa',
  'Fábio',
  'Gilda',
  'Heitor',
  'Íris',
  'João',
  'Karen',
  'Luís',
]
const SURNAMES = [
  'Almeida',
  'Barbosa',
  'Cardoso',
  'Duarte',
  'Esteves',
  'Fonseca',
  'Gonçalves',
  'Hilário',
  'Inácio',
]

/**
 * A list of 100,000 contacts on the whole system: the time of its import, of a page, of a search and of its export, and
 * the read units of a page and a search. `ROWS=20000 npm run bench -- lists` is smaller.
 */
export async function benchLists(system: RunningSystem, size: Size): Promise<void> {
  const { rows, rounds } = SIZES[size]
  const principals = new Principals(system)
  const companyId = await principals.company()
  const admin = await principals.signedIn(companyId)
  const { id } = await admin.newList('Cem mil')
  await importContacts(admin, id, rows)
  const { layout } = system
  const counted = await CountedTable.open(addressesOf(layout).dynamodb, layout.names.table, companyId)
  for (const { what, text = '', valid } of LOOKED_FOR) {
    const units = await counted.readUnitsOf(() => readPage(counted.table, id, text, valid))
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const from = performance.now()
      await admin.call('listContactListItems', { contactListId: id, searchParam: text, valid })
      times.push(performance.now() - from)
    }
    const at = (share: number) => `${percentile(times, share).toFixed(0)} ms`
    console.log(`${what.padEnd(26)} median ${at(0.5)}, p95 ${at(0.95)}, ${units} read units`)
  }
  await counted.stop()
  await exportContacts(admin, id)
}

async function importContacts(admin: ApiClient, contactListId: string, rows: number): Promise<void> {
  const header = ['nome', 'numero', 'email', 'var1']
  const file = new Uint8Array(await writeSheet({ header, rows: contacts(rows) }))
  const begun = performance.now()
  const uploadId = await uploaded(admin, file)
  const { importId } = await admin.call('importContacts', { contactListId, uploadId })
  const done = await eventually(
    'the import ends',
    async () => {
      const state = await admin.call('getImport', { contactListId, importId })
      return state.finishedAt !== null && state
    },
    900_000,
  )
  console.log(`\nimport of ${done.imported} contacts: ${((performance.now() - begun) / 1000).toFixed(1)} s`)
}

async function exportContacts(admin: ApiClient, contactListId: string): Promise<void> {
  const from = performance.now()
  const made = await admin.call('exportContactList', { contactListId })
  // A short export is answered at once.
  if ('exportId' in made) {
    const { exportId } = made
    await eventually(
      'the export is ready',
      async () => (await admin.call('getExport', { exportId })).status === 'DONE',
      300_000,
    )
  }
  console.log(`export: ${((performance.now() - from) / 1000).toFixed(1)} s`)
}

const LOOKED_FOR: { what: string; text?: string; valid?: 'true' | 'unknown' }[] = [
  { what: 'the first page' },
  { what: 'name, many have it', text: 'ana' },
  { what: 'name, one has it', text: 'cliente 77777 ' },
  { what: 'middle of a name', text: 'nçalv' },
  { what: 'middle of a number', text: '0777777' },
  { what: 'a whole number', text: '+55 11 92007-7777' },
  { what: 'nobody', text: 'ninguém assim' },
  { what: 'unknown to WhatsApp yet', valid: 'unknown' },
  { what: 'valid', valid: 'true' },
]

/** The API's reads for the first page. */
async function readPage(table: TenantTable, listId: string, text: string, valid?: 'true' | 'unknown') {
  if (!text && !valid) return pageOfItems(table, listId, { after: -1, limit: PAGE_SIZE })
  const flag = valid && ({ true: '+', unknown: '?' } as const)[valid]
  const places = await placesOf(table, listId, { text: searchTerm(text), flag })
  return itemsAt(table, listId, firstOf(places, PAGE_SIZE))
}

function* contacts(rows: number): Generator<string[]> {
  for (let index = 0; index < rows; index++) {
    const name = `${NAMES[index % NAMES.length]} ${SURNAMES[index % SURNAMES.length]} cliente ${index} `
    yield [name, `55119${20_000_000 + index}`, `cliente${index}@exemplo.com.br`, `plano ${index % 7}`]
  }
}

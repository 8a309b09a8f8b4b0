import { itemsAt, pageOfItems, placesOf } from '@recado/shared/contact-lists/items'
import { searchTerm } from '@recado/shared/contacts/searchable'
import { PAGE_SIZE } from '@recado/shared/http/paging'
import type { ContactImport } from '@recado/shared/imports/import'
import { writeSheet } from '@recado/shared/spreadsheets/write-sheet'
import { ApiClient } from '../support/api-client.ts'
import { eventually } from '../support/eventually.ts'
import { startSystem } from '../support/local-system.ts'
import { uploaded } from '../support/uploads.ts'
import { CountedTable } from './read-units.ts'

/**
 * A list of 100,000 contacts on the whole system: how long its import takes, how long a page of it and a search
 * in it, with the read units that DynamoDB would charge, and how long its export. `ROWS=20000 npm run bench -- lists` makes it smaller.
 */
const ROWS = Number(process.env.ROWS ?? 100_000)
const ROUNDS = 20

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

export async function benchLists(): Promise<void> {
  const system = await startSystem()
  try {
    const admin = await ApiClient.signIn(system.origin)
    const { id } = await admin.newList('Cem mil')
    const file = new Uint8Array(
      await writeSheet({ header: ['nome', 'numero', 'email', 'var1'], rows: contacts() }),
    )
    const begun = performance.now()
    const uploadId = await uploaded(admin, file)
    const { importId } = await admin.done<{ importId: string }>('POST', `/contact-lists/${id}/upload`, {
      uploadId,
    })
    const done = await eventually(
      'the import ends',
      async () => {
        const state = await admin.done<ContactImport>('GET', `/contact-lists/${id}/imports/${importId}`)
        return state.finishedAt !== null && state
      },
      900_000,
    )
    console.log(`\nimport of ${done.imported} contacts: ${((performance.now() - begun) / 1000).toFixed(1)} s`)
    const { companyId } = await admin.done<{ companyId: string }>('GET', '/auth/me')
    const table = new CountedTable(system.layout, companyId)
    for (const { what, text = '', valid } of LOOKED_FOR) {
      const search = `searchParam=${encodeURIComponent(text)}${valid ? `&valid=${valid}` : ''}`
      const units = await table.unitsOf(() => readPage(table, id, text, valid))
      const times: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const from = performance.now()
        await admin.done('GET', `/contact-list-items?contactListId=${id}&${search}`)
        times.push(performance.now() - from)
      }
      times.sort((a, b) => a - b)
      const at = (share: number) => `${(times[Math.ceil(times.length * share) - 1] ?? 0).toFixed(0)} ms`
      console.log(`${what.padEnd(26)} median ${at(0.5)}, p95 ${at(0.95)}, ${units} read units`)
    }
    const from = performance.now()
    const { exportId } = await admin.done<{ exportId: string }>('GET', `/contact-lists/${id}/export`)
    await eventually(
      'the export is ready',
      async () => (await admin.done<{ status: string }>('GET', `/exports/${exportId}`)).status === 'DONE',
      300_000,
    )
    console.log(`export: ${((performance.now() - from) / 1000).toFixed(1)} s`)
  } finally {
    await system.stop()
  }
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

/** What the API reads for the first page. */
async function readPage({ table }: CountedTable, listId: string, text: string, valid?: 'true' | 'unknown') {
  if (!text && !valid) return pageOfItems(table, listId, { after: -1, limit: PAGE_SIZE })
  const flag = valid && ({ true: '+', unknown: '?' } as const)[valid]
  const places = await placesOf(table, listId, { text: searchTerm(text), flag })
  return itemsAt(table, listId, places.slice(0, PAGE_SIZE))
}

function* contacts(): Generator<string[]> {
  for (let index = 0; index < ROWS; index++) {
    const name = `${NAMES[index % NAMES.length]} ${SURNAMES[index % SURNAMES.length]} cliente ${index} `
    yield [name, `55119${20_000_000 + index}`, `cliente${index}@exemplo.com.br`, `plano ${index % 7}`]
  }
}

import type { ContactImport } from '@recado/shared/imports/import'
import { writeSheet } from '@recado/shared/spreadsheets/write-sheet'
import { ApiClient } from '../support/api-client.ts'
import { eventually } from '../support/eventually.ts'
import { startSystem } from '../support/local-system.ts'
import { uploaded } from '../support/uploads.ts'

/**
 * A list of 100,000 contacts on the whole system: how long its import takes, how long a page of it and a search
 * in it, and how long its export. `ROWS=20000 npm run bench -- lists` makes it smaller.
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
    for (const [what, search] of [
      ['the first page', ''],
      ['name, many have it', 'searchParam=ana'],
      ['name, one has it', 'searchParam=cliente 77777 '],
      ['middle of a name', 'searchParam=nçalv'],
      ['middle of a number', 'searchParam=0777777'],
      ['a whole number', 'searchParam=%2B55 11 92007-7777'],
      ['nobody', 'searchParam=ninguém assim'],
      ['unknown to WhatsApp yet', 'valid=unknown'],
      ['valid', 'valid=true'],
    ] as const) {
      const times: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const from = performance.now()
        await admin.done('GET', `/contact-list-items?contactListId=${id}&${search}`)
        times.push(performance.now() - from)
      }
      times.sort((a, b) => a - b)
      const at = (share: number) => `${(times[Math.ceil(times.length * share) - 1] ?? 0).toFixed(0)} ms`
      console.log(`${what.padEnd(26)} median ${at(0.5)}, p95 ${at(0.95)}`)
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

function* contacts(): Generator<string[]> {
  for (let index = 0; index < ROWS; index++) {
    const name = `${NAMES[index % NAMES.length]} ${SURNAMES[index % SURNAMES.length]} cliente ${index} `
    yield [name, `55119${20_000_000 + index}`, `cliente${index}@exemplo.com.br`, `plano ${index % 7}`]
  }
}

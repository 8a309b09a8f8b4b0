import { dossierOf } from '@recado/shared/data-subjects/dossier'
import type { PersonRef } from '@recado/shared/data-subjects/person'
import { writeSheet } from '@recado/shared/spreadsheets/write-sheet'
import { type FileToZip, zipped } from '@recado/shared/spreadsheets/zip-writer'
import { ports, tableOf } from '../context.ts'
import { filesOf } from '../files/open.ts'

/** All of a company's data about one person: a spreadsheet, and the files of their messages. */
export const packageOf = (companyId: string, person: PersonRef): AsyncGenerator<Uint8Array> =>
  zipped(packed(companyId, person))

async function* packed(companyId: string, person: PersonRef): AsyncGenerator<FileToZip> {
  const { sheet, files: kept } = await dossierOf(tableOf(companyId), person, ports.now())
  yield { path: 'dados.xlsx', pieces: [await writeSheet(sheet)] }
  for (const { key, path } of kept) {
    const bytes = await filesOf(companyId).get(key)
    if (bytes) yield { path, pieces: [bytes] }
  }
}

import { type Dossier, dossierOf } from '@recado/shared/data-subjects/dossier'
import type { PersonRef } from '@recado/shared/data-subjects/person'
import { writeSheet } from '@recado/shared/spreadsheets/write-sheet'
import { type FileToZip, zipped } from '@recado/shared/spreadsheets/zip-writer'
import { ports, tableOf } from '../context.ts'
import { filesOf } from '../files/open.ts'

interface Package {
  pieces: AsyncGenerator<Uint8Array>
  /** Whether the company has no data of the person. Valid once the pieces have been read. */
  isEmpty: () => boolean
}

/** All of a company's data about one person: a spreadsheet, and the files of their messages. */
export async function packageOf(companyId: string, person: PersonRef): Promise<Package> {
  const dossier = await dossierOf(tableOf(companyId), person, ports.now())
  return { pieces: zipped(packed(companyId, dossier)), isEmpty: dossier.isEmpty }
}

async function* packed(companyId: string, { sheet, files: kept }: Dossier): AsyncGenerator<FileToZip> {
  yield { path: 'dados.xlsx', pieces: [await writeSheet(sheet)] }
  for (const { key, path } of kept) {
    const bytes = await filesOf(companyId).get(key)
    if (bytes) yield { path, pieces: [bytes] }
  }
}

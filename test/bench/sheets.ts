import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeSheet } from '@recado/shared/spreadsheets/write-sheet'
import { writeXls } from './xls-writer.ts'

export const HEADER = ['nome', 'numero', 'email', 'var1', 'var2', 'var3']

/** An .xlsx with its texts in the cells or in the text table, or an .xls. */
type Kind = 'inline' | 'shared' | 'xls'

/** Written once into the temporary folder: a sheet made by the measured process would count as its memory. */
export async function sheetOf(kind: Kind, rows: number): Promise<Uint8Array> {
  const path = join(tmpdir(), `recado-bench-${kind}-${rows}.${kind === 'xls' ? 'xls' : 'xlsx'}`)
  if (!existsSync(path)) await storeSheet(path, await made(kind, rows))
  return readFile(path)
}

/** An interrupted bench leaves no half a sheet for the next one. */
async function storeSheet(path: string, bytes: Uint8Array): Promise<void> {
  await writeFile(`${path}.${process.pid}`, bytes)
  await rename(`${path}.${process.pid}`, path)
}

async function made(kind: Kind, rows: number): Promise<Uint8Array> {
  if (kind === 'inline') return writeSheet({ header: HEADER, rows: contacts(rows) })
  const all = [HEADER, ...contacts(rows)]
  return kind === 'xls' ? writeXls(all) : (await import('./whole-files.ts')).writeWhole(all)
}

export function* contacts(count: number): Generator<string[]> {
  let index = 0
  for (const number of numbers(count)) {
    yield [
      `Contato número ${index}`,
      number,
      `contato${index}@exemplo.com.br`,
      `plano ${index % 7}`,
      'R$ 10',
      'sim',
    ]
    index++
  }
}

export function* numbers(count: number): Generator<string> {
  for (let index = 0; index < count; index++) {
    const subscriber = String(index).padStart(5, '0')
    yield index % 3 === 0
      ? `(11) 9${subscriber.slice(0, 4)}-1${subscriber.slice(2)}`
      : `55219${subscriber}${subscriber.slice(2)}`
  }
}

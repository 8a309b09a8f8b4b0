import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { marshall } from '@aws-sdk/util-dynamodb'
import type { Row } from '@recado/shared/table/table'
import { TABLE_SCHEMA } from '../../../infra/local/table-schema.ts'

/** Rows of one file. */
const ROWS_OF_FILE = 50_000

/**
 * Rows in the format of DynamoDB's export to S3, which the emulator imports ten times faster than it takes them by
 * BatchWriteItem.
 */
export class TableExport {
  readonly #parent: string
  readonly #table: string
  readonly #folder: string
  readonly #files: { name: string; rows: number }[] = []
  #lines: string[] = []
  rows = 0

  /** @param parent a folder; the export is a folder in it, with the table's name */
  constructor(parent: string, table: string) {
    this.#parent = parent
    this.#table = table
    this.#folder = join(parent, table)
  }

  async add(rows: Iterable<Row>): Promise<void> {
    for (const row of rows) {
      this.#lines.push(JSON.stringify({ Item: marshall(row, { removeUndefinedValues: true }) }))
      this.rows++
    }
    if (this.#lines.length >= ROWS_OF_FILE) await this.#writeFile()
  }

  /** @returns the path of the table's schema, which the import needs */
  async end(): Promise<string> {
    await this.#writeFile()
    const files = this.#files.map(({ name, rows }) =>
      JSON.stringify({ itemCount: rows, dataFileS3Key: name }),
    )
    await writeFile(join(this.#folder, 'manifest-files.json'), files.join('\n'))
    const schema = join(this.#parent, 'schema.json')
    await writeFile(schema, JSON.stringify({ Table: { TableName: this.#table, ...TABLE_SCHEMA } }))
    return schema
  }

  async #writeFile(): Promise<void> {
    const name = `data/${String(this.#files.length).padStart(5, '0')}.json.gz`
    await mkdir(join(this.#folder, 'data'), { recursive: true })
    await writeFile(join(this.#folder, name), gzipSync(this.#lines.join('\n'), { level: 1 }))
    this.#files.push({ name, rows: this.#lines.length })
    this.#lines = []
  }
}

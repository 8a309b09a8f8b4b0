/** Where a command's answer goes: a table for people or JSON for programs; what is said beside it goes elsewhere. */
export class Printer {
  readonly #isJson: boolean
  readonly #write: (text: string) => void
  readonly #say: (text: string) => void

  constructor(isJson: boolean, write: (text: string) => void, say: (text: string) => void) {
    this.#isJson = isJson
    this.#write = write
    this.#say = say
  }

  /** Records under their columns, in this order; as JSON with all that they hold. */
  records<T extends object>(
    records: readonly T[],
    columns: readonly (keyof T & string)[],
    none: string,
  ): void {
    const rows = [columns, ...records.map((record) => columns.map((column) => cellOf(record[column])))]
    const table = records.length === 0 ? none : inColumns(rows)
    this.#write(`${this.#isJson ? JSON.stringify(records, null, 2) : table}\n`)
  }

  /** A sentence beside the answer. */
  note(sentence: string): void {
    this.#say(`${sentence}\n`)
  }
}

function inColumns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function cellOf(value: unknown): string {
  const text = Array.isArray(value) ? value.join(' ') : String(value ?? '')
  return text === '' ? '-' : text
}

/** Prints a command's result as a table for people, or as JSON for programs. Notes go to another output. */
export class Printer {
  readonly #isJson: boolean
  readonly #write: (text: string) => void
  readonly #say: (text: string) => void

  constructor(isJson: boolean, write: (text: string) => void, say: (text: string) => void) {
    this.#isJson = isJson
    this.#write = write
    this.#say = say
  }

  /** Prints records with these columns, or as JSON with all fields. */
  records<T extends object>(
    records: readonly T[],
    columns: readonly (keyof T & string)[],
    none: string,
  ): void {
    const rows = [columns, ...records.map((record) => columns.map((column) => cellOf(record[column])))]
    const table = records.length === 0 ? none : inColumns(rows)
    this.#write(`${this.#isJson ? JSON.stringify(records, null, 2) : table}\n`)
  }

  /** Prints a note besides the result. */
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

/** A spreadsheet to write. */
export interface Sheet {
  /** The file's name without date and extension. */
  name: string
  header: string[]
  rows: Iterable<string[]> | AsyncIterable<string[]>
}

/** A spreadsheet that is to be written. */
export interface Sheet {
  /** The file's name without date and extension. */
  name: string
  header: string[]
  rows: Iterable<string[]> | AsyncIterable<string[]>
}

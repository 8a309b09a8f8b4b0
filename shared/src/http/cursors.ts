import { invalidField } from '../errors/errors.ts'
import { isMacBy, type KeyRing, macBy } from '../secrets/key-ring.ts'
import { PAGE_SIZE, type PageQuery } from './paging.ts'

/** Seals and opens the cursors of a list; a cursor of another company or another list does not open. */
export class Cursors {
  readonly #keys: KeyRing

  constructor(keys: KeyRing) {
    this.#keys = keys
  }

  /** @param list the list with its company, e.g. `{companyId}|campaigns` */
  seal(list: string, after: string): string {
    const text = Buffer.from(after).toString('base64url')
    return `${text}.${macBy(this.#keys, `${list}|${text}`)}`
  }

  /** @throws DomainError ERR_VALIDATION if the cursor belongs to another list */
  open(list: string, cursor: string): string {
    const [text = '', mac = ''] = cursor.split('.')
    if (!isMacBy(this.#keys, `${list}|${text}`, mac))
      throw invalidField('cursor', 'invalid_cursor', 'This cursor is not of this list')
    return Buffer.from(text, 'base64url').toString()
  }
}

/** A page of a store: rows, and the key after which the next page starts. */
export interface StorePage<T> {
  rows: T[]
  after?: string
}

/** Rows skipped at a time on the way to a page that was requested by its number. */
const STRIDE = 1000

/**
 * The requested page, by cursor or by number. A number costs as much as reading all rows before it.
 * @param load reads a number of rows after a key
 */
export async function pageFor<T>(
  cursors: Cursors,
  list: string,
  { cursor, pageNumber = 1 }: PageQuery,
  load: (after: string | undefined, limit: number) => Promise<StorePage<T>>,
  size = PAGE_SIZE,
): Promise<{ rows: T[]; hasMore: boolean; nextCursor: string | null }> {
  let behind = cursor ? cursors.open(list, cursor) : undefined
  for (let before = cursor ? 0 : (pageNumber - 1) * size; before > 0; before -= STRIDE) {
    const passed = await load(behind, Math.min(before, STRIDE))
    if (passed.after === undefined) return { rows: [], hasMore: false, nextCursor: null }
    behind = passed.after
  }
  const { rows, after } = await load(behind, size)
  return {
    rows,
    hasMore: after !== undefined,
    nextCursor: after === undefined ? null : cursors.seal(list, after),
  }
}

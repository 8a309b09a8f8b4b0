import { randomBytes } from 'node:crypto'
import { Cursors, pageFor, type StorePage } from '@recado/shared/http/cursors'
import type { PageQuery } from '@recado/shared/http/paging'
import { keyRing } from '@recado/shared/secrets/key-ring'
import { secrets } from '../secrets.ts'

/** The requested page of a company's list. `list` names the list with all of its filters. */
export async function pageOf<T>(
  list: readonly string[],
  query: PageQuery,
  load: (after: string | undefined, limit: number) => Promise<StorePage<T>>,
  size?: number,
) {
  const keys = await secrets.secret('cursor-key', () => randomBytes(32).toString('base64'))
  return pageFor(new Cursors(keyRing(keys)), list.join('|'), query, load, size)
}

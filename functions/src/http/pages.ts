import { randomBytes } from 'node:crypto'
import { Cursors, pageFor, type StorePage } from '@recado/shared/http/cursors'
import type { PageQuery } from '@recado/shared/http/paging'
import { keyRing } from '@recado/shared/secrets/key-ring'
import { secrets } from '../secrets.ts'

/** The page of a company's list that was asked for. `list` names the list and everything that filters it. */
export async function pageOf<T>(
  list: readonly string[],
  query: PageQuery,
  load: (after: string | undefined, limit: number) => Promise<StorePage<T>>,
  size?: number,
) {
  const keys = await secrets.secret('cursor-key', () => randomBytes(32).toString('base64'))
  return pageFor(new Cursors(keyRing(keys)), list.join('|'), query, load, size)
}

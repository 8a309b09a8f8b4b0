import { canonicalKey } from '../contacts/phone-number.ts'
import type { Key } from '../table/table.ts'

/** Where a block of this number stands, in either of its spellings. */
export const blockKey = (number: string): Key => ({ pk: 'BLOCKS', sk: canonicalKey(number) })

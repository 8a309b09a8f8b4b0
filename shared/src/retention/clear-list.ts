import { cardKey, cardsOf, linesOf, numberOf } from '../contact-lists/cards.ts'
import { itemKey } from '../contact-lists/items.ts'
import { numberKeysOf } from '../contact-lists/numbers.ts'
import { importKey, importsOf } from '../imports/store.ts'
import type { TenantTable } from '../table/tenant.ts'

/**
 * Deletes the rows of a deleted list: contacts, numbers, and last the cards that lead to them.
 * @param forgetFile deletes the spreadsheet of one of its imports by its S3 key
 */
export async function clearList(
  table: TenantTable,
  listId: string,
  forgetFile: (source: string) => Promise<void>,
): Promise<void> {
  for await (const card of cardsOf(table, listId, { consistent: true })) {
    const lines = linesOf(card)
    await table.deleteMany([
      ...lines.map(({ place }) => itemKey(listId, place)),
      ...new Map(numberKeysOf(listId, lines.map(numberOf)).map((key) => [key.sk, key] as const)).values(),
    ])
    await table.deleteMany([cardKey(listId, card.place)])
  }
  for (const found of await importsOf(table, listId)) {
    if (found.source) await forgetFile(found.source)
    await table.deleteMany([importKey(found)])
  }
}

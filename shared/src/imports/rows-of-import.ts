import type { ContactFields } from '../contact-lists/contact-list-item.ts'
import { itemsOf } from '../contact-lists/items.ts'
import { getList } from '../contact-lists/store.ts'
import { SpreadsheetError } from '../spreadsheets/spreadsheet-error.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { ImportPorts } from './ports.ts'
import { type ContactRow, readContacts } from './read-contacts.ts'
import type { StoredImport } from './store.ts'

/** What an import reads: the rows of a spreadsheet, or the contacts of a list. */
export interface ImportRows {
  /** The rows from the beginning, with rising lines. */
  read(): AsyncGenerator<ContactRow>
  /** The number of rows. @throws SpreadsheetError for an error anywhere in a file */
  count(): Promise<number>
}

/** Opens what an import reads. @throws SpreadsheetError if its file is gone */
export async function rowsOfImport(
  { files }: Pick<ImportPorts, 'files'>,
  table: TenantTable,
  { source, layout, fromListId }: StoredImport,
): Promise<ImportRows> {
  if (fromListId) return rowsOfList(table, fromListId)
  const bytes = await files.get(source)
  if (!bytes) throw new SpreadsheetError('ERR_SPREADSHEET_UNREADABLE', 'The file is gone')
  const read = () => readContacts(bytes, layout ?? undefined)
  return {
    read,
    async count() {
      let count = 0
      for await (const _ of read()) count++
      return count
    },
  }
}

const rowsOfList = (table: TenantTable, listId: string): ImportRows => ({
  read: () => contactsOfList(table, listId),
  count: async () => (await getList(table, listId))?.contactsCount ?? 0,
})

/** A contact's place in its list counts as its line. */
async function* contactsOfList(table: TenantTable, listId: string): AsyncGenerator<ContactRow> {
  for await (const { place, name, number, email, var1, var2, var3 } of itemsOf(table, listId)) {
    const contact: ContactFields = { name, number, email, var1, var2, var3 }
    yield { line: place + 1, kind: 'contact', contact }
  }
}

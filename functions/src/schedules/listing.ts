import { wholeContact } from '@recado/shared/contacts/merges'
import { survivorOf } from '@recado/shared/contacts/store'
import type { StoredContact } from '@recado/shared/contacts/stored-contact'
import { firstOf } from '@recado/shared/first-of'
import type { InputOf } from '@recado/shared/http/contract'
import type { scheduleRoutes } from '@recado/shared/schedules/routes'
import { pageOfSchedules, placeOf, type SchedulesShown, scheduleOf } from '@recado/shared/schedules/store'
import type { StoredSchedule } from '@recado/shared/schedules/stored-schedule'
import { searchable, searchTerm } from '@recado/shared/searchable'
import type { Actor } from '@recado/shared/sessions/session'
import type { TenantTable } from '@recado/shared/table/tenant'
import { tableOf } from '../context.ts'
import { pageOf } from '../http/pages.ts'

type ListQuery = InputOf<typeof scheduleRoutes.listSchedules>

/** The schedules of a contact are also those of the contacts that were merged into it, until that is undone. */
export async function page({ companyId }: Actor, { cursor, pageNumber, ...filter }: ListQuery) {
  const table = tableOf(companyId)
  const { searchParam = '', contactId, ...given } = filter
  const shown = { ...given, contactIds: contactId ? await idsOfContact(table, contactId) : undefined }
  const term = searchTerm(searchParam)
  const named = [companyId, 'schedules', ...Object.entries(filter).flat().map(String)]
  const { rows, ...end } = await pageOf(named, { cursor, pageNumber }, (position, limit) =>
    term ? pageOfFound(table, shown, term, position, limit) : pageOfSchedules(table, shown, position, limit),
  )
  const contacts = await contactsOf(table, rows)
  return { records: rows.map((row) => scheduleOf(row, contacts.get(row.contactId))), ...end }
}

/** Schedules read at a time for a search. */
const READ_AT_ONCE = 100

/**
 * Schedules with a text in their words, or in the name or number of their contact. Reads all schedules up to the last one
 * found: no list has these words.
 */
async function pageOfFound(
  table: TenantTable,
  shown: SchedulesShown,
  term: string,
  position: string | undefined,
  limit: number,
): Promise<{ rows: StoredSchedule[]; after?: string }> {
  const found: StoredSchedule[] = []
  let after = position
  do {
    const { rows, after: next } = await pageOfSchedules(table, shown, after, READ_AT_ONCE)
    const contacts = await contactsOf(table, rows)
    found.push(...rows.filter((row) => wordsOf(row, contacts.get(row.contactId)).includes(term)))
    after = next
  } while (after !== undefined && found.length <= limit)
  const rows = firstOf(found, limit)
  const last = rows.at(-1)
  return { rows, ...(found.length > limit && last && { after: placeOf(last, shown) }) }
}

const wordsOf = ({ body }: StoredSchedule, contact: StoredContact | undefined): string =>
  searchable([body, contact?.name, contact?.number].filter(Boolean).join('\n'))

async function contactsOf(
  table: TenantTable,
  schedules: readonly StoredSchedule[],
): Promise<Map<string, StoredContact | undefined>> {
  const ids = [...new Set(schedules.map(({ contactId }) => contactId))]
  return new Map(await Promise.all(ids.map(async (id) => [id, await survivorOf(table, id)] as const)))
}

async function idsOfContact(table: TenantTable, contactId: string): Promise<string[]> {
  const contact = await survivorOf(table, contactId)
  return contact ? (await wholeContact(table, contact)).map(({ id }) => id) : [contactId]
}

import * as z from 'zod'
import type { ContactFields } from '../contact-lists/contact-list-item.ts'
import type { ErrorCode } from '../errors/error-codes.ts'
import { newId } from '../ids.ts'
import { numberCell } from '../phone-numbers/number-cell.ts'
import type { ImportJob } from '../queues/jobs.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { Viewer } from '../tickets/rules/sight.ts'
import { visibleTo } from '../tickets/store/visible-tickets.ts'
import { endAndTell, publishProgress } from './ending.ts'
import { IMPORT_MAX_ROWS } from './import.ts'
import { pageOfPeople, SEARCHED_AT_ONCE, survivorsOf } from './people-of-filter.ts'
import { type PeopleSearch, searcherOf } from './people-search.ts'
import type { ImportPorts } from './ports.ts'
import {
  getImport,
  isUnderWay,
  leaveTurn,
  markRunning,
  recordFound,
  recordSheet,
  type StoredImport,
  stillSearching,
} from './store.ts'

/** A job searches for this long (ms), then queues the rest. */
const PART_MS = 20_000
/** If the search ended within this time (ms), the job also writes the spreadsheet. Otherwise the next job does. */
const WRITES_WITHIN_MS = 10_000

/** The people found so far. They lie in a file between two jobs, because they exceed a row of the table. */
const foundFile = z.strictObject({
  /** The rights by which it was found. */
  rights: z.string(),
  /** The search goes on behind this row; missing before the first page. */
  after: z.string().optional(),
  isComplete: z.boolean(),
  /** Ids of contacts. */
  ids: z.array(z.string()),
})
interface Found extends Omit<z.infer<typeof foundFile>, 'ids'> {
  ids: Set<string>
}

/** An import that has not found its people yet. */
type SearchingImport = StoredImport & { search: PeopleSearch }

export const isSearching = (stored: StoredImport): stored is SearchingImport => stored.search !== undefined

/**
 * Finds the people of an import from contacts or tickets, and writes their spreadsheet, from which the next job imports.
 *
 * A search runs in parts, because a year of a million tickets exceeds one job of 40 s. At 1 KB a ticket, these are a
 * thousand pages of 1 MB. A page takes 0.25 s with the look-up of its contacts (estimated), so the search takes four
 * minutes in thirteen jobs. Between two jobs, the ids found so far lie in the bucket, at most 2.9 MB. A search that finds
 * more than {@link IMPORT_MAX_ROWS} people fails.
 *
 * Each part and the spreadsheet have S3 keys of their own. A part counts once the import's row names its file, on condition
 * that the row still names the file of the part before. A late copy of a job therefore replaces nothing, and deletes its own
 * file. The record of the spreadsheet ends the search for good.
 *
 * Each part reads the rights of the user who began the import. If they have changed, the search begins anew.
 */
export async function searchPeople(
  ports: ImportPorts,
  table: TenantTable,
  stored: SearchingImport,
  job: ImportJob,
): Promise<void> {
  if (stored.status === 'WAITING') {
    if (!(await markRunning(table, stored, ports.now()))) return leaveTurn(table, job)
    await publishProgress(ports, table, stored)
  }
  const outcome = await searchPart(ports, table, stored)
  if (outcome === 'recorded') return ports.queues.send('imports', job)
  const isFailed = outcome !== 'overtaken'
  const how = { status: 'FAILED', error: isFailed ? outcome : null } as const
  if (isFailed && (await endAndTell(ports, table, stored, how, stillSearching(stored)))) return
  // Another job goes on, unless a user ended the import.
  const latest = await getImport(table, job)
  if (!latest || !isUnderWay(latest)) await leaveTurn(table, job)
}

/** @returns the reason of a failure; `overtaken` if another job went on with the search, or the import ended */
async function searchPart(
  ports: ImportPorts,
  table: TenantTable,
  stored: SearchingImport,
): Promise<'recorded' | 'overtaken' | ErrorCode> {
  const began = ports.now()
  const searcher = await searcherOf(ports, table, stored.search)
  if (!searcher) return 'ERR_NO_PERMISSION'
  const sees = await visibleTo(table, searcher)
  const reached = await foundBefore(ports, stored, rightsOf(searcher))
  while (!reached.isComplete && ports.now() - began < PART_MS) {
    const { ids, after } = await pageOfPeople(table, stored.search.filter, sees, {
      known: reached.ids,
      after: reached.after,
    })
    for (const id of ids) reached.ids.add(id)
    if (reached.ids.size > IMPORT_MAX_ROWS) return 'ERR_SPREADSHEET_TOO_LARGE'
    reached.isComplete = after === undefined
    reached.after = after
  }
  if (!reached.isComplete || ports.now() - began > WRITES_WITHIN_MS) {
    const bytes = new TextEncoder().encode(JSON.stringify({ ...reached, ids: [...reached.ids] }))
    return record(ports, stored, bytes, (foundSoFar) =>
      recordFound(table, stored, { foundSoFar, aliveAt: ports.now() }),
    )
  }
  const people = await peopleOf(table, [...reached.ids])
  if (people.length === 0) return 'ERR_NOBODY_FOUND'
  // Loaded here, because imports of uploaded spreadsheets write none.
  const { PEOPLE_LAYOUT, writePeople } = await import('./people-sheet.ts')
  return record(ports, stored, await writePeople(people), (source) =>
    recordSheet(table, stored, { source, layout: PEOPLE_LAYOUT, aliveAt: ports.now() }),
  )
}

/** What the parts before have found: nothing, if none was recorded or the rights have changed since. */
async function foundBefore(
  { files }: ImportPorts,
  { foundSoFar }: SearchingImport,
  rights: string,
): Promise<Found> {
  const nothing: Found = { rights, isComplete: false, ids: new Set() }
  if (!foundSoFar) return nothing
  const bytes = await files.get(foundSoFar)
  if (!bytes) throw new Error('Another job went on with this search')
  const before = foundFile.parse(JSON.parse(new TextDecoder().decode(bytes)))
  return before.rights === rights ? { ...before, ids: new Set(before.ids) } : nothing
}

const rightsOf = ({ seesAll, queueIds }: Viewer): string => JSON.stringify([seesAll, queueIds.toSorted()])

/** Stores a file under a key of its own, and records it. Deletes the file before, or this one if another job was faster. */
async function record(
  { files }: ImportPorts,
  { search, foundSoFar }: SearchingImport,
  bytes: Uint8Array,
  write: (key: string) => Promise<boolean>,
): Promise<'recorded' | 'overtaken'> {
  const key = `${search.uploadKey}/${newId()}`
  await files.put(key, bytes, 'application/octet-stream')
  const isRecorded = await write(key)
  const useless = isRecorded ? foundSoFar : key
  if (useless) await files.delete(useless)
  return isRecorded ? 'recorded' : 'overtaken'
}

/** The people with these ids as they are now. */
async function peopleOf(table: TenantTable, ids: readonly string[]): Promise<ContactFields[]> {
  const people = new Map<string, ContactFields>()
  for (let at = 0; at < ids.length; at += SEARCHED_AT_ONCE)
    for (const contact of await survivorsOf(table, ids.slice(at, at + SEARCHED_AT_ONCE))) {
      const { id, name, number, email, var1, var2, var3 } = contact
      if (number !== null) people.set(id, { name, number: numberCell(number), email, var1, var2, var3 })
    }
  return [...people.values()]
}

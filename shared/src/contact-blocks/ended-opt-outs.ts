import { canonicalKey } from '../phone-numbers/canonical-key.ts'
import { committed, type Key, keyIn, putRow, updateRow, type Write } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { EndedOptOut } from './contact-block.ts'
import { blockRowKey, markOf, type StoredBlock, unblockingWrites } from './store.ts'

/** The ended opt-outs of one number, or of one LID without a number. */
interface EndedOptOuts {
  /** Oldest first. */
  optOuts: EndedOptOut[]
  /** How many ended, the ones that are no longer listed included. */
  count: number
}

/** A person's number ('' if unknown) or LID. */
interface Identity {
  number: string
  lid: string | undefined
}

/** The most ended opt-outs that a row lists. Each text has 200 characters at most, so the row stays below 40 KB. */
export const MOST_ENDED = 20

/** Named as the row that blocked the person, by number or by LID. */
const endedKey = (who: Pick<StoredBlock, 'number' | 'lid'>): Key<EndedOptOuts> =>
  keyIn('ENDED-OPT-OUTS', markOf(who).sk)

/**
 * Ends a person's opt-out, and keeps the opt-out and its end. If the person ends it, an earlier block by a user is restored.
 * @param also further writes of the transaction
 * @returns false if there is no opt-out, or another call has ended it
 */
export async function endOptOut(
  table: TenantTable,
  block: StoredBlock,
  end: EndedOptOut['end'],
  also: readonly Write[] = [],
): Promise<boolean> {
  const { origin, evidence } = block
  if (origin !== 'OPT_OUT') return false
  const ended = evidence ? [await endedWrite(table, block, { evidence, end })] : []
  const lifting = end.by === 'PERSON' && block.blockedBefore ? [restored(block)] : unblockingWrites(block)
  return committed(table.transact([...lifting, ...ended, ...also]))
}

/** Turns an opt-out back into the earlier block by a user. */
function restored({ id, blockedBefore }: StoredBlock): Write {
  const change = { set: { origin: blockedBefore, evidence: null }, remove: ['blockedBefore'] } as const
  return updateRow(blockRowKey(id), change, { origin: 'OPT_OUT' })
}

/** A change of the row since the read means that another call has ended this opt-out. */
async function endedWrite(table: TenantTable, block: StoredBlock, ended: EndedOptOut): Promise<Write> {
  const key = endedKey(block)
  const known = await table.get(key)
  const optOuts = [...(known?.optOuts ?? []), ended].slice(-MOST_ENDED)
  const unchanged = known ? { count: known.count } : { pk: { exists: false } }
  return putRow({ optOuts, count: (known?.count ?? 0) + 1, ...key }, unchanged)
}

/** The ended opt-outs of one person, newest first. @param identities the person's numbers, in all spellings, and LIDs */
export async function endedOptOutsOf(
  table: TenantTable,
  identities: readonly Identity[],
): Promise<EndedOptOut[]> {
  const rows = await table.getMany(identities.flatMap(endedKeysOf))
  return rows.flatMap(({ optOuts }) => optOuts).sort((one, other) => (one.end.at < other.end.at ? 1 : -1))
}

/** Erases the ended opt-outs of one person. */
export async function forgetEndedOptOuts(table: TenantTable, identity: Identity): Promise<void> {
  await table.deleteMany(endedKeysOf(identity))
}

const endedKeysOf = ({ number, lid }: Identity): Key<EndedOptOuts>[] => [
  ...(number ? [endedKey({ number: canonicalKey(number) })] : []),
  ...(lid ? [endedKey({ number: '', lid })] : []),
]

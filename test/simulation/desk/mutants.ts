import type { StoredMessage } from '@recado/shared/conversations/message'
import { keyOf } from '@recado/shared/table/refusals'
import { ConditionFailed, type Key, type Row, type Table, type Write } from '@recado/shared/table/table'
import { altered, attributeOf } from '../altered.ts'

/** Faults built into customer service, which the simulation must detect (part 4 §12). */
export const MUTANTS = [
  'accept unconditioned',
  'close without live check',
  'seq without condition',
  'flag apart from message',
  'unread reset to 0',
  'slot outside the transaction',
  'thanks anywhere',
  'rate by Number()',
  'menu after campaign',
  'merge leaves live row',
  'note sendable',
  'refusal is final',
] as const
export type Mutant = (typeof MUTANTS)[number] | 'none'

const isOf =
  (what: string) =>
  ({ pk }: Key): boolean =>
    pk.endsWith(`#${what}`) || pk.includes(`#${what}#`)
const [isTicket, isMessage, isConversation] = [isOf('TICKETS'), isOf('MESSAGES'), isOf('CONVERSATIONS')]
const isLiveRow = isOf('LIVE-TICKETS')

/** What a transaction says happened to a ticket. */
const eventIn = (writes: readonly Write[]): unknown =>
  writes
    .flatMap((write) => ('put' in write && isMessage(write.put) ? [attributeOf(write.put, 'content')] : []))
    .flatMap((content) => (content instanceof Object ? [attributeOf(content, 'kind')] : []))
    .find((kind) => kind !== undefined)

const isNumbered = (write: Write): boolean =>
  'put' in write && isMessage(write.put) && attributeOf(write.put, 'seq') !== undefined

/** Makes transactions of a kind without the conditions on rows of this kind. */
const unconditioned = (
  table: Table,
  isMeant: (writes: readonly Write[]) => boolean,
  is: (key: Key) => boolean,
): Table =>
  altered(table, {
    transact: (writes) => table.transact(isMeant(writes) ? writes.map((write) => freed(write, is)) : writes),
  })

const freed = (write: Write, is: (key: Key) => boolean): Write =>
  'check' in write || !is(keyOf(write)) ? write : { ...write, when: undefined }

/** Makes some writes of each transaction in a transaction of their own, after it. */
const apart = (table: Table, isMeant: (write: Write) => boolean): Table =>
  altered(table, {
    transact: async (writes) => {
      const [own, later] = [writes.filter((write) => !isMeant(write)), writes.filter(isMeant)]
      if (own.length > 0) await table.transact(own)
      if (later.length > 0) await table.transact(later)
    },
  })

const isAutomatic = (write: Write): boolean =>
  'put' in write && isMessage(write.put) && attributeOf(write.put, 'auto') !== undefined

const having = (row: Key, attributes: object): Key => ({ ...row, ...attributes })

/** Reads the rows of a kind with other values. */
const reading = (table: Table, is: (key: Key) => boolean, values: (row: Row) => object): Table => {
  const changed = <T extends object>(row: Row<T>): Row<T> => (is(row) ? { ...row, ...values(row) } : row)
  return altered(table, {
    get: async (key) => {
      const row = await table.get(key)
      return row && changed(row)
    },
    query: async (query) => {
      const page = await table.query(query)
      return { ...page, rows: page.rows.map(changed) }
    },
  })
}

/** Whoever reads anything in a ticket reads it to the end. */
const readingToTheEnd = (table: Table): Table =>
  altered(table, {
    transact: (writes) => table.transact(writes.some(isNumbered) ? writes : writes.map(readToTheEnd)),
  })

const readToTheEnd = (write: Write): Write =>
  'put' in write && isTicket(write.put) && Number(attributeOf(write.put, 'readSeq')) > 0
    ? { ...write, put: having(write.put, { readSeq: attributeOf(write.put, 'inboundSeq') }) }
    : write

/** A merge forgets the live row of the conversation that ends. */
const keepingLiveRows = (table: Table): Table =>
  altered(table, {
    transact: (writes) => {
      const isMerge = writes.some(
        (write) => 'put' in write && attributeOf(write.put, 'mergedInto') !== undefined,
      )
      return table.transact(
        isMerge ? writes.filter((write) => !('delete' in write && isLiveRow(write.delete))) : writes,
      )
    },
  })

/** A message that WhatsApp refused for its address does not wait again. */
const neverTurning = (table: Table): Table =>
  altered(table, {
    transact: (writes) =>
      writes.some((write) => 'update' in write && attributeOf(write.change.set, 'address') !== undefined)
        ? Promise.reject(new ConditionFailed(writes.map(() => undefined)))
        : table.transact(writes),
  })

/** A note as if it were a text of the customer. */
function noteAsText(row: Row): Partial<StoredMessage> {
  const content = attributeOf(row, 'content')
  if (attributeOf(row, 'internal') !== true || !(content instanceof Object)) return {}
  return { internal: undefined, content: { type: 'text', text: String(attributeOf(content, 'text')) } }
}

/** A mutant's table. */
export function mutated(table: Table, mutant: Mutant): Table {
  switch (mutant) {
    case 'accept unconditioned':
      return unconditioned(table, (writes) => eventIn(writes) === 'accepted', isTicket)
    case 'close without live check':
      return unconditioned(
        table,
        (writes) => eventIn(writes) === 'closed',
        (key) => isTicket(key) || isLiveRow(key),
      )
    case 'seq without condition':
      return unconditioned(table, (writes) => writes.some(isNumbered), isTicket)
    case 'flag apart from message':
      return apart(table, isAutomatic)
    case 'unread reset to 0':
      return readingToTheEnd(table)
    case 'slot outside the transaction':
      return apart(table, (write) => isOf('DESK')(keyOf(write)))
    case 'menu after campaign':
      return reading(table, isConversation, () => ({ campaign: undefined, ours: undefined }))
    case 'merge leaves live row':
      return keepingLiveRows(table)
    case 'refusal is final':
      return neverTurning(table)
    case 'note sendable':
      return reading(table, isMessage, noteAsText)
    default:
      return table
  }
}

import { getSettings } from '../campaigns/store/settings.ts'
import { isOverdue } from '../companies/overdue.ts'
import { getCompany } from '../companies/store.ts'
import type { OptOutEvidence } from '../contact-blocks/contact-block.ts'
import { endOptOut } from '../contact-blocks/ended-opt-outs.ts'
import { isOptOut, isReturn } from '../contact-blocks/opt-out-words.ts'
import { blockOf, blocksOf, putBlock, type StoredBlock, turnIntoOptOut } from '../contact-blocks/store.ts'
import { getConversation } from '../conversations/conversation.ts'
import { messageOfId, type StoredMessage } from '../conversations/message.ts'
import { commandMessage, outgoing, outgoingWrites } from '../conversations/write.ts'
import { newId } from '../ids.ts'
import type { InboundMessage } from '../messages/inbound.ts'
import { messageIdFrom } from '../messages/message-id.ts'
import { canonicalKey } from '../phone-numbers/canonical-key.ts'
import { numberOfLid } from '../phone-numbers/lids.ts'
import type { Queues } from '../queues/queues.ts'
import type { LiveEvent } from '../realtime/events.ts'
import { indexWords } from '../search/word-rows.ts'
import type { Write } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { cutText } from '../text.ts'

const OPTED_OUT =
  'Pronto! Você não vai mais receber nossas campanhas. Se mudar de ideia, é só falar com a gente por aqui.'
const RETURNED =
  'Pronto! Você voltou a receber nossas campanhas. Para não receber mais, responda SAIR quando quiser.'
const NAME_MAX_LENGTH = 50
const EVIDENCE_MAX_LENGTH = 200

export interface WordPorts {
  queues: Queues
  now(): number
  publish(event: LiveEvent): Promise<void>
}

/** A message that is only one word, with the identity of its author. */
export interface Word {
  text: string
  /** When it was written, ISO 8601. */
  at: string
  connectionId: string
  /** Canonical; '' if unknown. */
  number: string
  lid: string | undefined
  name: string | undefined
}

/**
 * Applies a message that is only an opt-out word or a return word. Each is confirmed once: a second "sair", a second
 * "voltar" and the same message delivered twice change nothing. The confirmation is stored in the transaction of its
 * change; its id follows from the message's. For a company that is overdue nothing is said (part 4 §5).
 */
export async function heedWords(
  table: TenantTable,
  ports: WordPorts,
  { fromMe, groupId, person, name, connectionId, messageId }: InboundMessage,
  { chat, content, at, ticketId }: Pick<StoredMessage, 'chat' | 'content' | 'at' | 'ticketId'>,
): Promise<void> {
  if (fromMe || groupId || content.type !== 'text') return
  const { text } = content
  const { optOutWords, returnWords } = await getSettings(table)
  const optsOut = isOptOut(text, optOutWords)
  if (!optsOut && !isReturn(text, returnWords, optOutWords)) return
  const { lid } = person
  const known = person.number ?? (lid && (await numberOfLid(table, lid)))
  const word: Word = { text, at, connectionId, number: known ? canonicalKey(known) : '', lid, name }
  const id = messageIdFrom('optOut', connectionId, messageId)
  const said = await messageOfId(table, connectionId, { messageId: id, fromMe: true })
  const says = { type: 'text' as const, text: optsOut ? OPTED_OUT : RETURNED }
  const written = { connectionId, chat, messageId: id, content: says, auto: 'optOut' as const, ticketId }
  const confirmation = said ?? (await confirmationOf(table, ports, written))
  const also = confirmation && !said ? outgoingWrites(confirmation) : []
  const isNews = optsOut
    ? !said && (await optOut(table, ports, word, also))
    : await comeBack(table, ports, word, also)
  // An earlier delivery may have died before it queued its confirmation.
  if (confirmation?.status !== 'PENDING' || !(isNews || said)) return
  await commandMessage(ports.queues, table.companyId, confirmation)
  await indexWords(table, [confirmation])
}

/** @returns undefined if the company is overdue */
async function confirmationOf(
  table: TenantTable,
  { now }: WordPorts,
  written: Parameters<typeof outgoing>[0],
): Promise<StoredMessage | undefined> {
  if (await isSilenced(table, now())) return undefined
  return outgoing(written, await getConversation(table, written.connectionId, written.chat), now())
}

async function isSilenced(table: TenantTable, now: number): Promise<boolean> {
  const company = await getCompany(table)
  return company !== undefined && isOverdue(company, now)
}

/**
 * Blocks the person, with the message as evidence.
 * @param also further writes of the transaction
 * @returns false if the person had opted out before
 */
export async function optOut(
  table: TenantTable,
  ports: Pick<WordPorts, 'now' | 'publish'>,
  { text, at, connectionId, number, lid, name }: Word,
  also: readonly Write[],
): Promise<boolean> {
  const block: StoredBlock = {
    id: newId(),
    number,
    origin: 'OPT_OUT',
    createdAt: new Date(ports.now()).toISOString(),
    name: cutText(name ?? number, NAME_MAX_LENGTH) || '—',
    evidence: evidenceOf({ text, at, connectionId }),
    ...(lid && { lid }),
  }
  // A person may be blocked by number or by LID.
  const isKnown = (await blocksOf(table, { number, lid })).length > 0
  const isPut = !isKnown && (await putBlock(table, block, also))
  const blocked = isPut ? block : await turnedIntoOptOut(table, block, also)
  if (!blocked) return false
  await ports.publish({
    companyId: table.companyId,
    topic: 'contact-blocks',
    action: blocked === block ? 'create' : 'update',
    body: { record: blockOf(blocked) },
  })
  return true
}

const evidenceOf = ({
  text,
  at,
  connectionId,
}: Pick<Word, 'text' | 'at' | 'connectionId'>): OptOutEvidence => ({
  text: cutText(text, EVIDENCE_MAX_LENGTH),
  at,
  whatsappId: connectionId,
})

/** Turns a block by a user into the person's own opt-out. */
async function turnedIntoOptOut(
  table: TenantTable,
  { number, lid, evidence }: StoredBlock,
  also: readonly Write[],
): Promise<StoredBlock | undefined> {
  for (const block of await blocksOf(table, { number, lid }))
    if (evidence && (await turnIntoOptOut(table, block, evidence, also)))
      return { ...block, origin: 'OPT_OUT', evidence }
  return undefined
}

/**
 * Lifts the person's opt-out, and keeps it with the word that ended it. Blocks by users stay.
 * @param also further writes of the transaction
 * @returns false if there is no opt-out
 */
export async function comeBack(
  table: TenantTable,
  ports: Pick<WordPorts, 'publish'>,
  word: Word,
  also: readonly Write[],
): Promise<boolean> {
  const { companyId } = table
  const { at, number, lid } = word
  const end = { by: 'PERSON' as const, ...evidenceOf(word) }
  let isLifted = false
  for (const block of await blocksOf(table, { number, lid })) {
    // The later of two words counts, in whatever order they are processed.
    if (block.evidence && block.evidence.at >= at) continue
    if (!(await endOptOut(table, block, end, isLifted ? [] : also))) continue
    isLifted = true
    const { id } = block
    await ports.publish(
      block.blockedBefore
        ? { companyId, topic: 'contact-blocks', action: 'reload', body: {} }
        : { companyId, topic: 'contact-blocks', action: 'delete', body: { id } },
    )
  }
  return isLifted
}

import { canonicalKey } from '../contacts/phone-number.ts'
import { searchable } from '../contacts/searchable.ts'
import type { Content } from '../conversations/content.ts'
import { numberOfLid } from '../conversations/identity.ts'
import type { InboundMessage } from '../conversations/inbound.ts'
import type { StoredMessage } from '../conversations/message.ts'
import { writeMessage } from '../conversations/write.ts'
import { newId } from '../ids.ts'
import type { Queues } from '../queues/queues.ts'
import type { LiveEvent } from '../realtime/events.ts'
import type { TenantTable } from '../table/tenant.ts'
import { blockOf, putBlock, type StoredBlock } from './store.ts'

/** Who answers with one of these and nothing else wants no more messages (part 3 §5). */
const OPT_OUT_WORDS = new Set(['sair', 'parar', 'pare', 'stop', 'cancelar', 'remover', 'unsubscribe', 'baja'])

const CONFIRMATION =
  'Pronto! Você não vai mais receber nossas campanhas. Se mudar de ideia, é só falar com a gente por aqui.'
const NAME_MAX_LENGTH = 50

/** Whether a text is an opt-out word alone. Case, accents and what is no letter around it do not count: "Sair!" is one. */
export const isOptOut = (text: string): boolean =>
  OPT_OUT_WORDS.has(searchable(text).replace(/^[^a-z]+|[^a-z]+$/g, ''))

interface OptOutPorts {
  queues: Queues
  now(): number
  publish(event: LiveEvent): Promise<void>
}

/**
 * Blocks whoever asked not to be written to any more, with the message as evidence, and confirms it once: a
 * second "sair", and the same message delivered twice, change nothing.
 */
export async function takeOptOut(
  table: TenantTable,
  ports: OptOutPorts,
  { fromMe, groupId, person, name, connectionId }: InboundMessage,
  { chat, content, at }: Pick<StoredMessage, 'chat' | 'content' | 'at'>,
): Promise<void> {
  if (fromMe || groupId || !isWord(content)) return
  const known = person.number ?? (person.lid && (await numberOfLid(table, person.lid)))
  const number = known ? canonicalKey(known) : ''
  const block: StoredBlock = {
    ...{ id: newId(), number, origin: 'OPT_OUT', createdAt: new Date(ports.now()).toISOString() },
    name: (name ?? number).slice(0, NAME_MAX_LENGTH) || '—',
    evidence: { text: content.text.slice(0, 200), at, whatsappId: connectionId },
    ...(person.lid && { lid: person.lid }),
  }
  if (!(await putBlock(table, block))) return
  const { companyId } = table
  await ports.publish({
    companyId,
    topic: 'contact-blocks',
    action: 'create',
    body: { record: blockOf(block) },
  })
  await writeMessage(table, ports, { connectionId, chat, content: { type: 'text', text: CONFIRMATION } })
}

const isWord = (content: Content): content is Extract<Content, { type: 'text' }> =>
  content.type === 'text' && isOptOut(content.text)

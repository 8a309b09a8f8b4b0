import { getSettings } from '../campaigns/settings-store.ts'
import { canonicalKey } from '../contacts/canonical-key.ts'
import { numberOfLid } from '../conversations/identity.ts'
import type { InboundMessage } from '../conversations/inbound.ts'
import type { StoredMessage } from '../conversations/message.ts'
import { writeMessage } from '../conversations/write.ts'
import { newId } from '../ids.ts'
import type { Queues } from '../queues/queues.ts'
import type { LiveEvent } from '../realtime/events.ts'
import type { TenantTable } from '../table/tenant.ts'
import { cutText } from '../text.ts'
import { isOptOut } from './opt-out-words.ts'
import { blockOf, blocksOf, putBlock, type StoredBlock, turnIntoOptOut } from './store.ts'

const CONFIRMATION =
  'Pronto! Você não vai mais receber nossas campanhas. Se mudar de ideia, é só falar com a gente por aqui.'
const NAME_MAX_LENGTH = 50
const EVIDENCE_MAX_LENGTH = 200

export interface OptOutPorts {
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
  if (fromMe || groupId || content.type !== 'text') return
  const { optOutWords } = await getSettings(table)
  if (!isOptOut(content.text, optOutWords)) return
  const known = person.number ?? (person.lid && (await numberOfLid(table, person.lid)))
  const number = known ? canonicalKey(known) : ''
  const block: StoredBlock = {
    ...{ id: newId(), number, origin: 'OPT_OUT', createdAt: new Date(ports.now()).toISOString() },
    name: cutText(name ?? number, NAME_MAX_LENGTH) || '—',
    evidence: { text: cutText(content.text, EVIDENCE_MAX_LENGTH), at, whatsappId: connectionId },
    ...(person.lid && { lid: person.lid }),
  }
  const blocked = (await putBlock(table, block)) ? block : await turnedIntoOptOut(table, block, person.lid)
  if (!blocked) return
  await ports.publish({
    companyId: table.companyId,
    topic: 'contact-blocks',
    action: blocked === block ? 'create' : 'update',
    body: { record: blockOf(blocked) },
  })
  await writeMessage(table, ports, { connectionId, chat, content: { type: 'text', text: CONFIRMATION } })
}

/** Somebody whom people had blocked before: from now on it is their own wish. */
async function turnedIntoOptOut(
  table: TenantTable,
  { number, evidence }: StoredBlock,
  lid: string | undefined,
): Promise<StoredBlock | undefined> {
  for (const block of await blocksOf(table, { number, lid }))
    if (evidence && (await turnIntoOptOut(table, block, evidence)))
      return { ...block, origin: 'OPT_OUT', evidence }
  return undefined
}

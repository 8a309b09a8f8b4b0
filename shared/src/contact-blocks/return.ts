import { getSettings } from '../campaigns/settings-store.ts'
import { canonicalKey } from '../contacts/canonical-key.ts'
import { numberOfLid } from '../conversations/identity.ts'
import type { InboundMessage } from '../conversations/inbound.ts'
import type { StoredMessage } from '../conversations/message.ts'
import { writeMessage } from '../conversations/write.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { OptOutPorts } from './opt-out.ts'
import { isReturn } from './opt-out-words.ts'
import { blocksOf, endOptOut } from './store.ts'

const CONFIRMATION =
  'Pronto! Você voltou a receber nossas campanhas. Para não receber mais, responda SAIR quando quiser.'

/**
 * Lifts the opt-out of a person who takes it back in so many words, and confirms it once. Blocks that people made
 * stay: a second "voltar", and one by somebody who never opted out, change nothing.
 */
export async function takeReturn(
  table: TenantTable,
  ports: OptOutPorts,
  { fromMe, groupId, person, connectionId }: InboundMessage,
  { chat, content, at }: Pick<StoredMessage, 'chat' | 'content' | 'at'>,
): Promise<void> {
  if (fromMe || groupId || content.type !== 'text') return
  const { optOutWords, returnWords } = await getSettings(table)
  if (!isReturn(content.text, returnWords, optOutWords)) return
  const known = person.number ?? (person.lid && (await numberOfLid(table, person.lid)))
  const number = known ? canonicalKey(known) : ''
  let isLifted = false
  for (const block of await blocksOf(table, { number, lid: person.lid })) {
    // Of two words the later one counts, in whichever order they are worked off.
    if (block.evidence && block.evidence.at >= at) continue
    if (!(await endOptOut(table, block))) continue
    isLifted = true
    const { companyId } = table
    const { id } = block
    await ports.publish(
      block.blockedBefore
        ? { companyId, topic: 'contact-blocks', action: 'reload', body: {} }
        : { companyId, topic: 'contact-blocks', action: 'delete', body: { id } },
    )
  }
  if (!isLifted) return
  await writeMessage(table, ports, { connectionId, chat, content: { type: 'text', text: CONFIRMATION } })
}

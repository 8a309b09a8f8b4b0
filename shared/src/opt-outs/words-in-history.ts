import { getSettings } from '../campaigns/store/settings.ts'
import { isOptOut, isReturn } from '../contact-blocks/opt-out-words.ts'
import { type Conversation, getConversation } from '../conversations/conversation.ts'
import { messageOfId } from '../conversations/message.ts'
import type { InboundEvent, KnownChat } from '../messages/inbound.ts'
import { canonicalKey } from '../phone-numbers/canonical-key.ts'
import { numberOfLid } from '../phone-numbers/lids.ts'
import type { TenantTable } from '../table/tenant.ts'
import { type SettlingPorts, settlePerson } from '../tickets/arrival/settle-person.ts'
import { comeBack, optOut, type WordPorts } from './answered-words.ts'

type History = Extract<InboundEvent, { kind: 'history' }>
type HistoryPorts = Pick<WordPorts, 'now' | 'publish'> & SettlingPorts

/**
 * Applies opt-out and return words that people wrote while the account was not linked: WhatsApp shows them only in the
 * history of the next linking. A word counts if it came after a campaign's message of this account. It gets no
 * confirmation, which would come days late, and for many people at once. Idempotent.
 */
export async function heedHistory(
  table: TenantTable,
  ports: HistoryPorts,
  { connectionId, chats }: History,
): Promise<void> {
  const { optOutWords, returnWords } = await getSettings(table)
  const isAny = ({ text }: { text: string }) =>
    isOptOut(text, optOutWords) || isReturn(text, returnWords, optOutWords)
  for (const known of chats) {
    const words = (known.words ?? []).filter(isAny)
    if (words.length === 0) continue
    const heard = await unheard(table, ports, connectionId, { ...known, words })
    for (const word of heard)
      await (isOptOut(word.text, optOutWords)
        ? optOut(table, ports, word, [])
        : comeBack(table, ports, word, []))
  }
}

/** The words after a campaign's message that are not in the conversation: those there were heeded when they came. */
async function unheard(
  table: TenantTable,
  ports: HistoryPorts,
  connectionId: string,
  { person, name, words = [] }: KnownChat,
) {
  const chat = await settlePerson(table, ports, connectionId, person)
  const since = writtenByCampaign(await getConversation(table, connectionId, chat))
  if (since === undefined) return []
  const { lid } = person
  const number = person.number ?? (lid && (await numberOfLid(table, lid)))
  const author = { connectionId, number: number ? canonicalKey(number) : '', lid, name }
  const heard = []
  for (const { messageId, timestamp, text } of words) {
    const at = new Date(timestamp * 1000).toISOString()
    const isStored = await messageOfId(table, connectionId, { messageId, fromMe: false })
    if (at > since && !isStored) heard.push({ ...author, text, at })
  }
  return heard
}

/** When a campaign last wrote to the person, ISO 8601: its message, or its question. */
const writtenByCampaign = ({ campaignAt, ours }: Partial<Conversation> = {}): string | undefined =>
  ours?.origin === 'campaign' ? new Date(ours.at).toISOString() : campaignAt

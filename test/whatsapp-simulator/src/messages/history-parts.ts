import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { proto } from '@whiskeysockets/baileys'
import type { Account } from '../accounts/accounts.ts'
import { lidJid, phoneJid } from '../accounts/jids.ts'
import { CHANGES } from './description.ts'
import type { Message } from './messages.ts'
import { field } from './newer-fields.ts'
import { saltOf, tokenOf } from './privacy-tokens.ts'
import type { MessageWorld } from './world.ts'

/** Messages from a phone to a newly linked device, in this order. The id of each begins with its part. */
export const PARTS = ['KEYS-', 'CHATS-', 'NAMES-', 'RECENT-'] as const
export type Part = (typeof PARTS)[number]

/** Whether a part has anything to say. */
export const isFilled = (simulation: MessageWorld, owner: Account, part: Part): boolean =>
  part !== 'RECENT-' || earlierIn(simulation, owner).length > 0

/** One part of a phone's current history. */
export function historyPart(simulation: MessageWorld, owner: Account, part: Part): Promise<proto.IMessage> {
  if (part === 'KEYS-') return keysOfSettings(simulation, owner)
  if (part === 'NAMES-') return notification(namesOf(simulation, owner))
  if (part === 'RECENT-') return notification(recentOf(simulation, owner))
  const isSalted = simulation.faults.saltIn(owner.number) === 'history'
  return notification(chatsOf(simulation, owner), isSalted ? saltOf(simulation, owner) : undefined)
}

const { Type } = proto.Message.ProtocolMessage
const { HistorySyncType } = proto.HistorySync
const ANNOUNCED = {
  [HistorySyncType.INITIAL_BOOTSTRAP]: proto.Message.HistorySyncType.INITIAL_BOOTSTRAP,
  [HistorySyncType.PUSH_NAME]: proto.Message.HistorySyncType.PUSH_NAME,
  [HistorySyncType.RECENT]: proto.Message.HistorySyncType.RECENT,
}
/** One part, which names its kind. */
type Announced = proto.IHistorySync & { syncType: keyof typeof ANNOUNCED }

async function keysOfSettings({ addressBooks }: MessageWorld, owner: Account): Promise<proto.IMessage> {
  const { keyId, keyData } = addressBooks.keyOf(owner.number)
  const keys = [{ keyId: { keyId }, keyData: { keyData, fingerprint: { rawId: 1, currentIndex: 1 } } }]
  return { protocolMessage: { type: Type.APP_STATE_SYNC_KEY_SHARE, appStateSyncKeyShare: { keys } } }
}

function chatsOf(simulation: MessageWorld, owner: Account): Announced {
  const { accounts, groups, addressBooks } = simulation
  const saved = new Map(addressBooks.entriesOf(owner.number).map(({ number, name }) => [number, name]))
  const conversations = [...chatsOnPhone(simulation, owner)].flatMap(([chat, messages]) => {
    const conversationTimestamp = messages[0] && seconds(messages[0])
    const group = groups.find(chat)
    if (group) return [{ id: group.id, name: group.subject, conversationTimestamp }]
    const person = accounts.find(chat)
    if (!person || person.number === owner.number) return []
    const [latest] = shownIn(messages)
    const name = saved.get(person.number)
    return [
      {
        ...chatWith(person, latest ? [latest] : []),
        ...(name !== undefined && { name }),
        conversationTimestamp,
        ...tokenIn(simulation, person, owner),
      },
    ]
  })
  return {
    syncType: HistorySyncType.INITIAL_BOOTSTRAP,
    progress: 100,
    conversations,
    phoneNumberToLidMappings: acquaintances(simulation, owner).map((person) => ({
      pnJid: phoneJid(person),
      lidJid: lidJid(person),
    })),
  }
}

/** The token that a person gave the owner before the device was linked. */
function tokenIn(simulation: MessageWorld, person: Account, owner: Account): proto.IConversation | undefined {
  const given = tokenOf(simulation, person, owner)
  return given && { id: lidJid(person), tcToken: given.token, tcTokenTimestamp: Math.floor(given.at / 1000) }
}

/** A chat under the person's LID, with the number if the phone may reveal it. */
const chatWith = (person: Account, messages: readonly Message[]): proto.IConversation => ({
  id: lidJid(person),
  ...(!person.hidesNumber && { pnJid: phoneJid(person) }),
  messages: messages.map((message) => inHistory(person, message)),
})

/** A message of a chat with a person. */
function inHistory(person: Account, message: Message): proto.IHistorySyncMsg {
  const key = { remoteJid: lidJid(person), fromMe: message.fromMe, id: message.id }
  const pushName = message.fromMe ? undefined : person.name || undefined
  const content = proto.Message.decode(message.content)
  return {
    msgOrderId: message.seq,
    message: { key, message: content, messageTimestamp: seconds(message), ...(pushName && { pushName }) },
  }
}

const recentOf = (simulation: MessageWorld, owner: Account): Announced => ({
  syncType: HistorySyncType.RECENT,
  progress: 100,
  conversations: earlierIn(simulation, owner),
})

/** The messages before the latest one of each chat with a person. */
function earlierIn(simulation: MessageWorld, owner: Account): proto.IConversation[] {
  return [...chatsOnPhone(simulation, owner)].flatMap(([chat, messages]) => {
    const person = simulation.accounts.find(chat)
    const earlier = shownIn(messages).slice(1)
    return person && person.number !== owner.number && earlier.length > 0 ? [chatWith(person, earlier)] : []
  })
}

/** The messages on a phone by chat, the newest first, as Baileys' `history.js` expects them. */
const chatsOnPhone = ({ messages }: MessageWorld, { number }: Account): Map<string, Message[]> =>
  Map.groupBy(messages.ofPhone(number).toReversed(), ({ chat }) => chat)

/** The messages of a chat that a phone shows as such. A change is part of the message that it changes. */
function shownIn(chat: readonly Message[]): Message[] {
  const deleted = new Set(
    chat.flatMap(({ description: { type, target, ignored } }) =>
      type === 'delete' && !ignored ? [target] : [],
    ),
  )
  return chat.filter(
    ({ id, description: { type }, addressing }) =>
      addressing !== 'status' && !deleted.has(id) && ![...CHANGES, 'timer'].includes(type),
  )
}

/** Profile names of the people in the phone's chats and groups. */
function namesOf(simulation: MessageWorld, owner: Account): Announced {
  const { accounts, groups, messages } = simulation
  const met = new Set(messages.chatsOf(owner.number))
  for (const { members } of groups.ofMember(owner)) for (const { number } of members) met.add(number)
  const people = accounts.list().filter(({ number, name }) => met.has(number) && name !== '')
  const pushnames = people
    .filter(({ number }) => number !== owner.number)
    .map((person) => ({ id: person.hidesNumber ? lidJid(person) : phoneJid(person), pushname: person.name }))
  return { syncType: HistorySyncType.PUSH_NAME, progress: 100, conversations: [], pushnames }
}

async function notification(history: Announced, salt?: Uint8Array): Promise<proto.IMessage> {
  const encoded = proto.HistorySync.encode(history).finish()
  return {
    protocolMessage: {
      type: Type.HISTORY_SYNC_NOTIFICATION,
      historySyncNotification: {
        syncType: ANNOUNCED[history.syncType],
        chunkOrder: 1,
        progress: 100,
        initialHistBootstrapInlinePayload: await compress(
          salt ? Buffer.concat([encoded, field(19, salt)]) : encoded,
        ),
      },
    },
  }
}

const compress = promisify(deflate)
const seconds = ({ at }: Message): number => Math.floor(at / 1000)

/** People who do not hide their number and are declared or have a chat on the phone, and the owner. */
function acquaintances(simulation: MessageWorld, owner: Account): Account[] {
  const chats = simulation.messages.chatsOf(owner.number)
  return simulation.accounts
    .list()
    .filter(
      ({ number, declared, onWhatsApp, hidesNumber }) =>
        onWhatsApp && !hidesNumber && (declared || number === owner.number || chats.has(number)),
    )
}

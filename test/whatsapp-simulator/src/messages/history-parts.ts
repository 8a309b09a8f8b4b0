import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { proto } from '@whiskeysockets/baileys'
import type { Account } from '../accounts/accounts.ts'
import { lidJid, phoneJid } from '../accounts/jids.ts'
import type { Message } from './messages.ts'
import { field } from './newer-fields.ts'
import { saltOf, tokenOf } from './privacy-tokens.ts'
import type { MessageWorld } from './world.ts'

/** Messages from a phone to a newly linked device, in this order. The id of each begins with its part. */
export const PARTS = ['KEYS-', 'CHATS-', 'NAMES-'] as const
export type Part = (typeof PARTS)[number]

/** One part of a phone's current history. */
export function historyPart(simulation: MessageWorld, owner: Account, part: Part): Promise<proto.IMessage> {
  if (part === 'KEYS-') return keysOfSettings(simulation, owner)
  if (part === 'NAMES-') return notification(namesOf(simulation, owner))
  const isSalted = simulation.faults.saltIn(owner.number) === 'history'
  return notification(chatsOf(simulation, owner), isSalted ? saltOf(simulation, owner) : undefined)
}

const { Type } = proto.Message.ProtocolMessage
const { HistorySyncType } = proto.HistorySync

async function keysOfSettings({ addressBooks }: MessageWorld, owner: Account): Promise<proto.IMessage> {
  const { keyId, keyData } = addressBooks.keyOf(owner.number)
  const keys = [{ keyId: { keyId }, keyData: { keyData, fingerprint: { rawId: 1, currentIndex: 1 } } }]
  return { protocolMessage: { type: Type.APP_STATE_SYNC_KEY_SHARE, appStateSyncKeyShare: { keys } } }
}

function chatsOf(simulation: MessageWorld, owner: Account): proto.IHistorySync {
  const { accounts, groups, messages, addressBooks } = simulation
  const latest = new Map(messages.ofPhone(owner.number).map((message) => [message.chat, message]))
  const saved = new Map(addressBooks.entriesOf(owner.number).map(({ number, name }) => [number, name]))
  const conversations = [...latest.values()].flatMap((message) => {
    const group = groups.find(message.chat)
    if (group) return [{ id: group.id, name: group.subject, conversationTimestamp: seconds(message) }]
    const person = accounts.find(message.chat)
    if (!person || person.number === owner.number) return []
    return [{ ...chatWith(person, message, saved.get(person.number)), ...tokenIn(simulation, person, owner) }]
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
function chatWith(person: Account, message: Message, savedName: string | undefined): proto.IConversation {
  const id = lidJid(person)
  const key = { remoteJid: id, fromMe: message.fromMe, id: message.id }
  const pushName = message.fromMe ? undefined : person.name || undefined
  const content = proto.Message.decode(message.content)
  return {
    id,
    ...(!person.hidesNumber && { pnJid: phoneJid(person) }),
    ...(savedName !== undefined && { name: savedName }),
    conversationTimestamp: seconds(message),
    messages: [
      {
        msgOrderId: 1,
        message: { key, message: content, messageTimestamp: seconds(message), ...(pushName && { pushName }) },
      },
    ],
  }
}

/** Profile names of the people in the phone's chats and groups. */
function namesOf(simulation: MessageWorld, owner: Account): proto.IHistorySync {
  const { accounts, groups, messages } = simulation
  const met = new Set(messages.chatsOf(owner.number))
  for (const { members } of groups.ofMember(owner)) for (const { number } of members) met.add(number)
  const people = accounts.list().filter(({ number, name }) => met.has(number) && name !== '')
  const pushnames = people
    .filter(({ number }) => number !== owner.number)
    .map((person) => ({ id: person.hidesNumber ? lidJid(person) : phoneJid(person), pushname: person.name }))
  return { syncType: HistorySyncType.PUSH_NAME, progress: 100, conversations: [], pushnames }
}

async function notification(history: proto.IHistorySync, salt?: Uint8Array): Promise<proto.IMessage> {
  const encoded = proto.HistorySync.encode(history).finish()
  const syncType =
    history.syncType === HistorySyncType.PUSH_NAME
      ? proto.Message.HistorySyncType.PUSH_NAME
      : proto.Message.HistorySyncType.INITIAL_BOOTSTRAP
  return {
    protocolMessage: {
      type: Type.HISTORY_SYNC_NOTIFICATION,
      historySyncNotification: {
        syncType,
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

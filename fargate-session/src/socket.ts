import { getSentMessage } from '@recado/shared/connections/sent-messages'
import { messageOfId } from '@recado/shared/conversations/message'
import type { TenantTable } from '@recado/shared/table/tenant'
import makeWASocket, { type CacheStore, type LIDMapping, proto, type WASocket } from '@whiskeysockets/baileys'
import { LRUCache } from 'lru-cache'
import type { AuthState } from './auth-state/auth-state.ts'
import type { Groups } from './groups.ts'
import { isIgnored } from './inbound/jids.ts'
import { showingMappings } from './inbound/learned-numbers.ts'
import type { OpenedMessages } from './inbound/opened.ts'
import { endUnanswered } from './opening.ts'
import type { ServicePorts } from './ports.ts'
import { silent } from './silent.ts'

const HOUR_MS = 3_600_000

/** People whose devices a connection keeps in memory; one takes some 200 bytes (estimated). */
const KEPT_DEVICES = 2000

/**
 * People's devices, as one connection knows them: the library would ask for them, and for new keys, again after five
 * minutes. Never shared between connections: the library leaves the device that asks out of its own account's list,
 * and another connection would then not write to that device (measured with rc14). Outlives a connection's sockets.
 */
const deviceLists = () => cache({ max: KEPT_DEVICES, ttl: HOUR_MS })

/** What the library remembers of a connection, over its sockets. */
export interface SocketMemory {
  /** How often each message was sent again or asked for again. */
  retries: CacheStore
  devices: CacheStore
}

export const socketMemory = (): SocketMemory => ({
  retries: cache({ max: 1000, ttl: HOUR_MS }),
  devices: deviceLists(),
})

interface Parts {
  table: TenantTable
  connectionId: string
  auth: AuthState
  opened: OpenedMessages
  groups: Groups
  memory: SocketMemory
  /** Told of numbers and LIDs that belong together. */
  learned(mappings: readonly LIDMapping[]): void
}

/** A socket of the library to WhatsApp's servers, with everything it asks us for. */
export function openSocket({ server }: ServicePorts, parts: Parts): WASocket {
  const { mediaOrigins: _, mediaHost: __, ...to } = server
  const socket = makeWASocket({
    ...to,
    auth: parts.auth,
    logger: silent,
    // Our own messages come back as events otherwise, with early acknowledgements merged into them.
    emitOwnEvents: false,
    // Online, the phone would stop to notify its owner.
    markOnlineOnConnect: false,
    syncFullHistory: false,
    shouldIgnoreJid: isIgnored,
    // The store itself sits out an outage.
    transactionOpts: { maxCommitRetries: 1, delayBetweenTriesMs: 0 },
    userDevicesCache: parts.memory.devices,
    msgRetryCounterCache: parts.memory.retries,
    makeSignalRepository: (...using) =>
      showingMappings(parts.opened.makeSignalRepository(...using), parts.learned),
    cachedGroupMetadata: parts.groups.cached,
    getMessage: async ({ id }) => (id ? sentBefore(parts.table, parts.connectionId, id) : undefined),
  })
  parts.opened.watch(socket)
  endUnanswered(socket)
  return socket
}

/** A message of ours, which a phone could not read and asks for again. */
async function sentBefore(
  table: TenantTable,
  connectionId: string,
  messageId: string,
): Promise<proto.IMessage | undefined> {
  const sent = await getSentMessage(table, connectionId, messageId)
  if (sent?.original) return proto.Message.decode(Buffer.from(sent.original, 'base64'))
  const content =
    sent?.content ?? (await messageOfId(table, connectionId, { messageId, fromMe: true }))?.content
  return content?.type === 'text' ? { extendedTextMessage: { text: content.text } } : undefined
}

function cache(options: { max: number; ttl: number }): CacheStore {
  const entries = new LRUCache<string, { value: unknown }>(options)
  return {
    // What is got out is what was put in under the same key.
    get: <T>(key: string) => entries.get(key)?.value as T | undefined,
    set: (key, value) => void entries.set(key, { value }),
    del: (key) => void entries.delete(key),
    flushAll: () => entries.clear(),
  }
}

import type { TenantTable } from '@recado/shared/table/tenant'
import makeWASocket, {
  type CacheStore,
  type LIDMapping,
  type WAMessageKey,
  type WASocket,
} from '@whiskeysockets/baileys'
import { LRUCache } from 'lru-cache'
import '../wire/broken-downloads.ts'
import type { AuthState } from '../auth-state/auth-state.ts'
import type { Groups } from '../groups/groups.ts'
import { Inbox } from '../inbound/inbox.ts'
import { showingMappings } from '../inbound/learned-numbers.ts'
import { watchMessageTimers } from '../inbound/message-timers.ts'
import { type OpenedBefore, type OpenedMessages, openedBefore } from '../inbound/opened.ts'
import { UploadHosts, uploadTo } from '../outbound/upload-hosts.ts'
import type { ServicePorts } from '../ports/ports.ts'
import { isIgnored } from '../wire/jids.ts'
import { silent } from '../wire/silent.ts'
import { askedAgain } from './asked-again.ts'
import { guardListeners } from './library-listeners.ts'
import { answerRetries, type ResentTimes, resentTimes } from './retry-receipts.ts'
import type { SessionOwner } from './session-owner.ts'
import { endUnanswered } from './unanswered-login.ts'

const HOUR_MS = 3_600_000

/** People whose devices a connection caches; about 200 bytes each (estimated). */
const KEPT_DEVICES = 2000

/**
 * People's devices known to one connection. The library's default would ask for them, and for new keys, again after
 * five minutes. Never shared between connections: the library leaves the asking device out of its own account's
 * list, and another connection would then not write to that device (measured with rc14). The cache outlives the
 * connection's sockets.
 */
const deviceLists = () => cache({ max: KEPT_DEVICES, ttl: HOUR_MS })

/** The memory of a connection across its sockets: the library's, and that of received messages. */
export interface SocketMemory {
  /** How often each message was resent or requested again. */
  retries: CacheStore
  devices: CacheStore
  openedBefore: OpenedBefore
  resentTimes: ResentTimes
}

export const socketMemory = (): SocketMemory => ({
  retries: cache({ max: 1000, ttl: HOUR_MS }),
  devices: deviceLists(),
  openedBefore: openedBefore(),
  resentTimes: resentTimes(),
})

interface Parts {
  table: TenantTable
  owner: SessionOwner
  auth: AuthState
  opened: OpenedMessages
  groups: Groups
  memory: SocketMemory
  /** Gets new pairs of number and LID. */
  learned(mappings: readonly LIDMapping[]): void
  /** Handles failures of the library's own work. */
  guard(work: Promise<unknown>): void
}

/** Opens a socket of the library to WhatsApp's servers. */
export function openSocket({ server, now, queues, log }: ServicePorts, parts: Parts): WASocket {
  const { mediaOrigins: _, mediaHost: __, ...to } = server
  const { companyId, connectionId } = parts.owner
  const of = { companyId, connectionId }
  const requested = (key: Pick<WAMessageKey, 'id' | 'remoteJid'>) =>
    askedAgain(parts.table, connectionId, key, (lid) => socket.signalRepository.lidMapping.getPNForLID(lid))
  const socket = makeWASocket({
    ...to,
    auth: parts.auth,
    logger: silent,
    // Otherwise our own messages come back as events, merged with early acknowledgements.
    emitOwnEvents: false,
    // While a device is online, the phone stops notifying its owner.
    markOnlineOnConnect: false,
    syncFullHistory: false,
    shouldIgnoreJid: isIgnored,
    // Our key store retries by itself in an outage.
    transactionOpts: { maxCommitRetries: 1, delayBetweenTriesMs: 0 },
    userDevicesCache: parts.memory.devices,
    msgRetryCounterCache: parts.memory.retries,
    makeSignalRepository: (...using) =>
      showingMappings(parts.opened.makeSignalRepository(...using), parts.learned),
    cachedGroupMetadata: parts.groups.cached,
    getMessage: requested,
  })
  socket.waUploadToServer = uploadTo(new UploadHosts(socket.query, now), server)
  guardListeners(socket, parts.guard)
  parts.opened.watch(socket)
  answerRetries(socket, {
    find: ({ messageId: id, chat: remoteJid }) => requested({ id, remoteJid }),
    owns: () => parts.owner.owns(),
    times: parts.memory.resentTimes,
    log,
    of,
    guard: parts.guard,
  })
  watchMessageTimers(socket, { inbox: new Inbox(queues), of, guard: parts.guard })
  endUnanswered(socket)
  return socket
}

function cache(options: { max: number; ttl: number }): CacheStore {
  const entries = new LRUCache<string, { value: unknown }>(options)
  return {
    // A value has the type it was stored as under this key.
    get: <T>(key: string) => entries.get(key)?.value as T | undefined,
    set: (key, value) => void entries.set(key, { value }),
    del: (key) => void entries.delete(key),
    flushAll: () => entries.clear(),
  }
}

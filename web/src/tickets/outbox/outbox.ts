import type { QueryClient } from '@tanstack/react-query'
import { putMessage } from '../conversation-cache.ts'
import { ticketKeys } from '../keys.ts'
import { type Outgoing, outgoingOf, putOutgoing, removeOutgoing, setOutgoing } from '../outgoing.ts'
import { type Entries, openEntries } from './entries-db.ts'
import type { OutboxEntry } from './entry.ts'
import { setOutboxStatus } from './outbox-status.ts'
import { postEntry, uploadEntry } from './post-entry.ts'
import { asksFirst, inOrder } from './rules.ts'
import { createSender } from './sender.ts'

/** The outbox of the signed-in user in this tab. */
export interface Outbox {
  /** Shows messages at once, and sends them when it is their turn. */
  add: (entries: OutboxEntry[], onSent?: () => void) => Promise<void>
  /** Changes a message that the user decided about, and sends it. */
  change: (clientId: string, part: Partial<OutboxEntry>) => Promise<void>
  /** Gives a message up. One that is on its way is stopped if it still can be. */
  discard: (clientId: string) => Promise<void>
}

/**
 * What tabs say to each other. `shown`: the entries are to be shown anew; nothing more may leave than before. `discarded`: a
 * message was given up, which may be on its way in another tab.
 */
type Told = { kind: 'changed' } | { kind: 'shown' } | { kind: 'discarded'; clientId: string }

type Sender = ReturnType<typeof createSender>

/**
 * Opens the outbox of a user. All tabs show it, and one of them sends: the one that holds the lock. Each tab sends the messages
 * that it alone has. Expired messages of other users are removed, because these users may not sign in here again.
 * @returns the outbox, and a function that closes it
 */
export function openOutbox(client: QueryClient, owner: string): Outbox & { close: () => void } {
  const opened = openEntries()
  const channel = new BroadcastChannel(`recado.outbox ${owner}`)
  const closing = new AbortController()
  const onSent = new Map<string, () => void>()
  let sender: Sender | undefined
  let isReached = true
  const isOffline = () => !navigator.onLine || !isReached

  const mirror = mirrorOf(client, owner, opened, {
    shareOf: (clientId) => sender?.wayOf(clientId)?.share,
    isOffline,
  })
  const tell = (told: Told) => {
    if (!closing.signal.aborted) channel.postMessage(told)
  }
  const changed = () => {
    mirror()
    sender?.pump()
  }
  channel.onmessage = ({ data }: MessageEvent<Told>) => {
    if (data.kind === 'shown') return mirror()
    if (data.kind === 'discarded') sender?.wayOf(data.clientId)?.controller.abort()
    changed()
  }
  const onNetwork = () => {
    isReached = true
    setOutboxStatus({ isOffline: isOffline() })
    changed()
  }
  addEventListener('online', onNetwork)
  addEventListener('offline', onNetwork)
  setOutboxStatus({ isOffline: isOffline() })
  mirror()

  const send = async (entry: OutboxEntry) => {
    const sent = await postEntry(entry)
    putMessage(client, entry.ticketId, sent)
    removeOutgoing(client, entry.ticketId, entry.clientId)
    onSent.get(entry.clientId)?.()
    onSent.delete(entry.clientId)
  }
  const work = async () => {
    const entries = await opened
    let holdsLock = false
    sender = createSender({
      owner,
      entries,
      isOurs: ({ clientId }) => holdsLock || entries.isOfTab(clientId),
      upload: uploadEntry,
      send,
      onRefused: ({ ticketId, uuid }) => refreshTicket(client, ticketId, uuid),
      onChange: () => {
        mirror()
        tell({ kind: 'shown' })
      },
      onSettled: () => {
        mirror()
        tell({ kind: 'changed' })
      },
      onProgress: ({ ticketId, clientId }, share) => {
        const shown = outgoingOf(client, ticketId).find((one) => one.clientId === clientId)
        if (shown) putOutgoing(client, ticketId, { ...shown, share })
      },
      onReached: (isThere) => {
        isReached = isThere
        setOutboxStatus({ isOffline: isOffline() })
      },
      isOnline: () => navigator.onLine,
      now: Date.now,
      later: (later, ms) => {
        const timer = setTimeout(later, ms)
        return () => clearTimeout(timer)
      },
    })
    const { pump, stop } = sender
    if (closing.signal.aborted) return stop()
    pump()
    await holdLock(`recado.outbox ${owner}`, closing.signal, async () => {
      holdsLock = true
      pump()
      await new Promise<void>((resolve) => closing.signal.addEventListener('abort', () => resolve()))
    })
  }
  work()
  opened.then((entries) => entries.removeExpired(Date.now()))

  return {
    add: async (entries, whenSent) => {
      for (const entry of entries) {
        putOutgoing(client, entry.ticketId, outgoingFrom(entry, 'sending', undefined))
        if (whenSent) onSent.set(entry.clientId, whenSent)
      }
      for (const entry of entries) await (await opened).put(entry)
      changed()
      tell({ kind: 'changed' })
    },
    change: async (clientId, part) => {
      await (await opened).change(clientId, part)
      changed()
      tell({ kind: 'changed' })
    },
    discard: async (clientId) => {
      sender?.wayOf(clientId)?.controller.abort()
      await (await opened).remove(clientId)
      changed()
      tell({ kind: 'discarded', clientId })
    },
    close: () => {
      closing.abort()
      sender?.stop()
      channel.close()
      removeEventListener('online', onNetwork)
      removeEventListener('offline', onNetwork)
      setOutboxStatus({ isOffline: false, waiting: 0 })
    },
  }
}

/** Without locks, as on a page without TLS, every tab sends. That is safe: the same message is sent once. */
async function holdLock(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  try {
    await (navigator.locks ? navigator.locks.request(name, { signal }, work) : work())
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
  }
}

const refreshTicket = (client: QueryClient, ticketId: string, uuid: string) =>
  Promise.all([
    client.invalidateQueries({ queryKey: ticketKeys.one(uuid) }),
    client.invalidateQueries({ queryKey: ticketKeys.messages(ticketId) }),
  ])

interface MirrorPorts {
  shareOf: (clientId: string) => number | undefined
  isOffline: () => boolean
}

/** Shows the kept entries in the conversations. */
function mirrorOf(client: QueryClient, owner: string, opened: Promise<Entries>, ports: MirrorPorts) {
  const shown = new Set<string>()
  let round = 0
  return async () => {
    round += 1
    const mine = round
    const kept = inOrder(await (await opened).ofOwner(owner))
    // A later round knows more.
    if (mine !== round) return
    const byTicket = Map.groupBy(kept, ({ ticketId }) => ticketId)
    for (const ticketId of byTicket.keys()) shown.add(ticketId)
    for (const ticketId of shown) {
      const its = byTicket.get(ticketId) ?? []
      setOutgoing(
        client,
        ticketId,
        its.map((entry) =>
          outgoingFrom(entry, stateOf(entry, ports.isOffline()), ports.shareOf(entry.clientId)),
        ),
      )
    }
    setOutboxStatus({ waiting: kept.filter(({ state }) => state === 'waiting').length })
  }
}

function stateOf(entry: OutboxEntry, isOffline: boolean): Outgoing['state'] {
  if (entry.state !== 'waiting') return entry.state
  return !isOffline && asksFirst(entry, Date.now()) ? 'asks' : 'sending'
}

const outgoingFrom = (entry: OutboxEntry, state: Outgoing['state'], share: number | undefined): Outgoing => {
  const { clientId, text, file, replyFile, quoted, at, seenAt, accept, reason } = entry
  const { maySendAsDocument, mayRetry } = entry
  return {
    clientId,
    text,
    file,
    replyFile,
    quoted,
    at,
    seenAt,
    accept,
    state,
    reason,
    maySendAsDocument,
    mayRetry,
    share,
  }
}

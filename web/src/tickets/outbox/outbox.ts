import type { QueryClient } from '@tanstack/react-query'
import { joinActingTabs } from '../../ui/acting-tab.ts'
import { putMessage } from '../conversation-cache.ts'
import { ticketKeys } from '../keys.ts'
import {
  keepOutgoing,
  type Outgoing,
  outgoingOf,
  putOutgoing,
  removeOutgoing,
  setOutgoing,
} from '../outgoing.ts'
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

/**
 * Opens the outbox of a user. All tabs show it, and one of them sends (see `joinActingTabs`). Sending twice is safe: the same
 * message is sent once. Each tab sends the messages that it alone has. Expired messages of other users are removed, because
 * these users may not sign in here again.
 * @returns the outbox, and a function that closes it
 */
export function openOutbox(client: QueryClient, owner: string): Outbox & { close: () => void } {
  keepOutgoing(client)
  const entries = openEntries()
  const channel = new BroadcastChannel(`recado.outbox ${owner}`)
  const onSent = new Map<string, () => void>()
  let [isReached, isClosed] = [true, false]
  const isOffline = () => !navigator.onLine || !isReached

  const mirror = mirrorOf(client, owner, entries, {
    shareOf: (clientId) => sender.wayOf(clientId)?.share,
    isOffline,
  })
  const tell = (told: Told) => {
    if (!isClosed) channel.postMessage(told)
  }
  const changed = () => {
    mirror()
    sender.pump()
  }
  const giveUp = async (clientId: string) => {
    sender.wayOf(clientId)?.controller.abort()
    await entries.remove(clientId)
    changed()
  }
  channel.onmessage = ({ data }: MessageEvent<Told>) => {
    if (data.kind === 'shown') mirror()
    else if (data.kind === 'discarded') giveUp(data.clientId)
    else changed()
  }
  const onNetwork = () => {
    isReached = true
    setOutboxStatus({ isOffline: isOffline() })
    changed()
  }
  addEventListener('online', onNetwork)
  addEventListener('offline', onNetwork)
  setOutboxStatus({ isOffline: isOffline() })

  const send = async (entry: OutboxEntry) => {
    const sent = await postEntry(entry)
    putMessage(client, entry.ticketId, sent)
    removeOutgoing(client, entry.ticketId, entry.clientId)
    onSent.get(entry.clientId)?.()
    onSent.delete(entry.clientId)
  }
  const sender = createSender({
    owner,
    entries,
    isOurs: ({ clientId }) => tab.isActing() || entries.isOfTab(clientId),
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
  const tab = joinActingTabs(`recado.outbox ${owner}`, () => void sender.pump())
  changed()
  entries.removeExpired(Date.now())

  return {
    add: async (added, whenSent) => {
      for (const entry of added) {
        putOutgoing(client, entry.ticketId, outgoingFrom(entry, 'sending', undefined))
        if (whenSent) onSent.set(entry.clientId, whenSent)
      }
      for (const entry of added) await entries.put(entry)
      changed()
      tell({ kind: 'changed' })
    },
    change: async (clientId, part) => {
      await entries.change(clientId, part)
      changed()
      tell({ kind: 'changed' })
    },
    discard: async (clientId) => {
      await giveUp(clientId)
      tell({ kind: 'discarded', clientId })
    },
    close: () => {
      isClosed = true
      tab.leave()
      sender.stop()
      channel.close()
      removeEventListener('online', onNetwork)
      removeEventListener('offline', onNetwork)
      setOutboxStatus({ isOffline: false, waiting: 0 })
    },
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
function mirrorOf(client: QueryClient, owner: string, entries: Entries, ports: MirrorPorts) {
  const shown = new Set<string>()
  let round = 0
  return async () => {
    round += 1
    const mine = round
    const kept = inOrder(await entries.ofOwner(owner))
    // A later round knows more.
    if (mine !== round) return
    const byTicket = Map.groupBy(kept, ({ ticketId }) => ticketId)
    for (const ticketId of byTicket.keys()) shown.add(ticketId)
    for (const ticketId of shown) {
      const its = byTicket.get(ticketId) ?? []
      if (its.length === 0) shown.delete(ticketId)
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

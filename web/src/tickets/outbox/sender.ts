import { afterFailure } from './after-failure.ts'
import type { Entries } from './entries-db.ts'
import type { OutboxEntry } from './entry.ts'
import { asksFirst, entriesToSend, isExpired, pauseAfter } from './rules.ts'

/** A message on its way. */
export interface OnItsWay {
  clientId: string
  /** The share of its file that was sent, 0 to 1; undefined once the message itself is sent. */
  share: number | undefined
  controller: AbortController
}

interface SenderPorts {
  owner: string
  entries: Entries
  /** Whether this tab sends an entry. */
  isOurs: (entry: OutboxEntry) => boolean
  /** Stores a file. Answers its uploadId. */
  upload: (entry: OutboxEntry, signal: AbortSignal, onProgress: (share: number) => void) => Promise<string>
  /** Sends the message. Repeating it is safe. */
  send: (entry: OutboxEntry) => Promise<void>
  /** Called after a refusal. */
  onRefused: (entry: OutboxEntry) => void
  /** Called when an entry sets out, comes back, asks first or has expired. */
  onChange: () => void
  /** Called when an entry was sent or refused. The one behind it may leave. */
  onSettled: () => void
  /** Called often while a file is sent. @param share 0 to 1 */
  onProgress: (entry: OutboxEntry, share: number) => void
  /** Called when the server answers, or nothing does. */
  onReached: (isReached: boolean) => void
  isOnline: () => boolean
  now: () => number
  /** Calls back later. @returns to be called to give it up */
  later: (work: () => void, ms: number) => () => void
}

/** Sends the entries of one owner: in order within a conversation, and conversations beside each other. */
export function createSender(ports: SenderPorts) {
  const { owner, entries } = ports
  const onItsWay = new Map<string, OnItsWay>()
  let [isStopped, tries] = [false, 0]
  let cancelRetry = () => {}

  /** Sends what may leave now. */
  async function pump(): Promise<void> {
    cancelRetry()
    const kept = await entries.ofOwner(owner)
    if (isStopped) return
    const expired = kept.filter((one) => isExpired(one, ports.now()))
    for (const { clientId } of expired) await entries.remove(clientId)
    if (expired.length > 0) ports.onChange()
    if (isStopped || !ports.isOnline()) return
    const waiting = kept.filter((one) => !isExpired(one, ports.now()))
    const toSend = entriesToSend(waiting, new Set(onItsWay.keys()), ports.now())
    for (const entry of toSend.filter(ports.isOurs)) start(entry)
    if (onItsWay.size > 0 || !waiting.some((one) => asksFirst(one, ports.now()))) return
    // What has become old is not tried again: the user is asked, whether the server answers or not.
    reached(true)
    ports.onChange()
  }

  function start(entry: OutboxEntry): void {
    const way: OnItsWay = {
      clientId: entry.clientId,
      share: entry.file ? 0 : undefined,
      controller: new AbortController(),
    }
    onItsWay.set(entry.ticketId, way)
    ports.onChange()
    sendOne(entry, way).then((isSettled) => {
      onItsWay.delete(entry.ticketId)
      if (isSettled) ports.onSettled()
      else ports.onChange()
      if (isStopped) return
      if (isSettled) pump()
      else cancelRetry = ports.later(pump, pauseAfter(tries))
    })
  }

  /** @returns whether the next one may leave; false to try again after a pause */
  async function sendOne(entry: OutboxEntry, way: OnItsWay): Promise<boolean> {
    const { clientId } = entry
    try {
      const uploadId = entry.file && (entry.uploadId ?? (await uploaded(entry, way)))
      way.controller.signal.throwIfAborted()
      way.share = undefined
      ports.onChange()
      await ports.send({ ...entry, uploadId })
    } catch (error) {
      return settle(entry, way, error)
    }
    await entries.remove(clientId)
    reached(true)
    return true
  }

  async function uploaded(entry: OutboxEntry, way: OnItsWay): Promise<string> {
    const uploadId = await ports.upload(entry, way.controller.signal, (share) => {
      way.share = share
      ports.onProgress(entry, share)
    })
    await entries.change(entry.clientId, { uploadId })
    return uploadId
  }

  async function settle(entry: OutboxEntry, way: OnItsWay, error: unknown): Promise<boolean> {
    // The user gave it up.
    if (way.controller.signal.aborted) return true
    const outcome = afterFailure(error, entry)
    if (outcome.kind === 'kept') {
      isStopped = true
      return false
    }
    if (outcome.kind === 'again') {
      tries += 1
      if (outcome.isOffline) reached(false)
      return false
    }
    reached(true)
    if (outcome.kind === 'uploadAgain') await entries.change(entry.clientId, { uploadId: null })
    else {
      await entries.change(entry.clientId, outcome.change)
      ports.onRefused(entry)
    }
    return true
  }

  function reached(isReached: boolean): void {
    if (isReached) tries = 0
    ports.onReached(isReached)
  }

  return {
    pump,
    /** The state of a message on its way; undefined for any other message. */
    wayOf: (clientId: string) => [...onItsWay.values()].find((way) => way.clientId === clientId),
    stop: () => {
      isStopped = true
      cancelRetry()
    },
  }
}

import type { Log } from '@recado/shared/ports/log'
import { settled } from '@recado/shared/settled'
import {
  type BinaryNode,
  getBinaryNodeChild,
  isJidGroup,
  isLidUser,
  isPnUser,
  type proto,
  type WASocket,
} from '@whiskeysockets/baileys'
import { LRUCache } from 'lru-cache'
import { patiently } from '../leases/patience.ts'
import { isOwnDevice, type Resender, type RetryRequest, sendAgain } from '../outbound/send-again.ts'

const RECEIPTS = 'CB:receipt'

/** A device gets each message at most this often again, as in the library. */
const MOST_TIMES = 5
/** Messages and devices that are counted, and for how long: the devices ask within minutes. */
const COUNTED = { max: 1000, ttl: 24 * 3_600_000 }

/** How often each message was sent again to each device. */
export type ResentTimes = LRUCache<string, number>
export const resentTimes = (): ResentTimes => new LRUCache(COUNTED)

/**
 * Reads a receipt as a request for one of our messages.
 * @returns undefined for other receipts; the library handles them, and requests among the account's own devices
 */
export function retryRequestOf(
  receipt: BinaryNode,
  account: Pick<WASocket, 'user'>,
): RetryRequest | undefined {
  const { id, type, from = '', participant, recipient } = receipt.attrs
  if (type !== 'retry' || !id) return undefined
  const count = Number(getBinaryNodeChild(receipt, 'retry')?.attrs.count ?? 1)
  const asks = (chat: string, device: string) => ({ messageId: id, chat, device, count })
  if (isJidGroup(from)) return participant ? asks(from, participant) : undefined
  if (!isLidUser(from) && !isPnUser(from)) return undefined
  // Its copy of a message names the conversation.
  if (isOwnDevice(account, from)) return recipient ? asks(recipient, from) : undefined
  return recipient ? undefined : asks(from, from)
}

interface Parts {
  /** The message, if this conversation may have it again. */
  find(request: RetryRequest): Promise<proto.IMessage | undefined>
  /** Whether this process still has the lease. */
  owns(): boolean
  times: ResentTimes
  log: Log
  /** Fields for the log. */
  of: { companyId: string; connectionId: string }
  /** Handles failures. */
  guard(work: Promise<unknown>): void
}

/**
 * Answers requests for unreadable messages in place of the library, one after the other (ADR 58). A request that cannot be
 * answered is acknowledged too: it would come again at every login.
 */
export function answerRetries(
  socket: Pick<WASocket, 'ws' | 'sendMessageAck'> & Resender,
  { find, owns, times, log, of, guard }: Parts,
): void {
  const others = socket.ws.listeners(RECEIPTS)
  let last: Promise<unknown> = Promise.resolve()
  const answer = async (receipt: BinaryNode, request: RetryRequest) => {
    const { messageId, device } = request
    const counted = `${messageId} ${device}`
    const before = times.get(counted) ?? 0
    const message = before < MOST_TIMES ? await patiently(() => find(request)) : undefined
    if (!message || !owns()) return
    times.set(counted, before + 1)
    await sendAgain(socket, receipt, request, message)
  }
  const answerAndAcknowledge = async (receipt: BinaryNode, request: RetryRequest) => {
    await answer(receipt, request).catch((error: unknown) =>
      log.warn('message not sent again', { ...of, messageId: request.messageId, error }),
    )
    if (owns()) await socket.sendMessageAck(receipt)
  }
  socket.ws.removeAllListeners(RECEIPTS)
  socket.ws.on(RECEIPTS, (receipt: BinaryNode) => {
    const request = retryRequestOf(receipt, socket)
    if (!request) {
      for (const listener of others) listener(receipt)
      return
    }
    const answered = last.then(() => answerAndAcknowledge(receipt, request))
    last = settled(answered)
    guard(answered)
  })
}

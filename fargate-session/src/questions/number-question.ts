import {
  type BinaryNode,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  S_WHATSAPP_NET,
  type WASocket,
} from '@whiskeysockets/baileys'
import { statusCodeOf } from '../wire/disconnects.ts'

/** Limit of WhatsApp's answer, in milliseconds. A campaign's command is valid for 25 seconds. */
const ANSWER_WITHIN_MS = 10_000
/** The library's code for an answer that did not come in time. */
const TIMED_OUT = 408

/** WhatsApp's answer about one number. */
export interface NumberAnswer {
  /** The digits of the question, if the answer repeats them. */
  asked: string | undefined
  /** The account's address in WhatsApp's spelling; undefined if the answer has none. */
  jid: string | undefined
  exists: boolean
}

type Asking = Pick<WASocket, 'query' | 'generateMessageTag'>

/**
 * Asks WhatsApp about numbers. The library's own `onWhatsApp` does not tell an unknown number from one missing in
 * the answer, and takes no answer for an empty one (rc14 lib/Socket/socket.js, lib/WAUSync/USyncQuery.js;
 * OpenWA#1129).
 * @param numbers digits with country code
 * @returns an answer for each number that WhatsApp is definite about; undefined without an answer
 * @throws WhatsApp's refusal
 */
export async function askAboutNumbers(
  socket: Asking,
  numbers: readonly string[],
): Promise<NumberAnswer[] | undefined> {
  const result = await answerTo(socket, questionAbout(numbers, socket.generateMessageTag()))
  if (result?.attrs.type !== 'result') return undefined
  const list = getBinaryNodeChild(getBinaryNodeChild(result, 'usync'), 'list')
  return list && getBinaryNodeChildren(list, 'user').flatMap((user) => answerIn(user) ?? [])
}

async function answerTo(socket: Asking, question: BinaryNode): Promise<BinaryNode | undefined> {
  try {
    const answer: BinaryNode | undefined = await socket.query(question, ANSWER_WITHIN_MS)
    return answer
  } catch (error) {
    if (statusCodeOf(error) === TIMED_OUT) return undefined
    throw error
  }
}

function questionAbout(numbers: readonly string[], sid: string): BinaryNode {
  const users = numbers.map((number) => ({
    tag: 'user',
    attrs: {},
    content: [{ tag: 'contact', attrs: {}, content: `+${number}` }],
  }))
  const content = [
    { tag: 'query', attrs: {}, content: [{ tag: 'contact', attrs: {} }] },
    { tag: 'list', attrs: {}, content: users },
  ]
  const usync = {
    tag: 'usync',
    attrs: { sid, mode: 'query', context: 'interactive', index: '0', last: 'true' },
    content,
  }
  return { tag: 'iq', attrs: { to: S_WHATSAPP_NET, type: 'get', xmlns: 'usync' }, content: [usync] }
}

/**
 * `contact` is of type `in`, `out` or `invalid`, and repeats the number of the question (whatsmeow user.go,
 * IsOnWhatsApp). Anything else, such as an error of this one number, is no answer.
 */
function answerIn(user: BinaryNode): NumberAnswer | undefined {
  const contact = getBinaryNodeChild(user, 'contact')
  const { jid } = user.attrs
  const exists = contact?.attrs.type === 'in'
  const isDefinite = exists ? jid !== undefined : ['out', 'invalid'].includes(contact?.attrs.type ?? '')
  return isDefinite ? { asked: digitsOf(contact), jid, exists } : undefined
}

function digitsOf(contact: BinaryNode | undefined): string | undefined {
  const { content } = contact ?? {}
  const text = content instanceof Uint8Array ? Buffer.from(content).toString() : content
  return typeof text === 'string' ? text.replace(/\D/g, '') || undefined : undefined
}

import { type Address, NumberUnanswered } from '@recado/shared/contacts/addresses'
import { canonicalKey } from '@recado/shared/contacts/canonical-key'
import type { WASocket } from '@whiskeysockets/baileys'
import { LRUCache } from 'lru-cache'
import { askAboutNumbers, type NumberAnswer } from './number-question.ts'

/** Numbers that are asked for within this time go in one question, in milliseconds. */
const GATHER_MS = 30
/** Numbers in one question, at most (assumed to be harmless). */
const AT_ONCE = 20
/** After WhatsApp refused to answer, nothing is asked for so long, in milliseconds. */
const REFUSED_MS = 5 * 60_000
/** After WhatsApp did not answer about several numbers, nothing is asked for so long, in milliseconds. */
const SILENT_MS = 30_000
/** A number that an answer left out is asked about again after half a minute, then one, two … 15 minutes. */
const FIRST_AGAIN_MS = 30_000
const LONGEST_AGAIN_MS = 15 * 60_000
const KEPT_UNANSWERED = 1000

/** WhatsApp does not say for a while which numbers it knows; until then, in milliseconds since 1970. */
export class ChecksRefused extends Error {
  readonly until: number

  constructor(until: number) {
    super('WhatsApp refuses questions about numbers')
    this.name = 'ChecksRefused'
    this.until = until
  }
}

interface Waiting {
  number: string
  resolve(address: Address): void
  reject(error: unknown): void
}

/**
 * Asks WhatsApp which numbers it knows: several at a time, and not at all for a while after it refused, since accounts that
 * asked about thousands were banned (whatsapp-web.js#2213, adiwajshing/Baileys#1946).
 */
export class NumberChecks {
  readonly #socket: () => WASocket
  readonly #now: () => number
  /** Numbers that answers left out, how often, and when they may be asked about again. */
  readonly #unanswered = new LRUCache<string, { times: number; until: number }>({ max: KEPT_UNANSWERED })
  #refusedUntil = 0
  #waiting: Waiting[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(socket: () => WASocket, now: () => number) {
    this.#socket = socket
    this.#now = now
  }

  /**
   * No answer is not a "no": it says nothing about the number.
   * @throws ChecksRefused where WhatsApp refuses to answer or does not answer about several, NumberUnanswered where it
   * says nothing about this number, or what the socket failed with
   */
  check(number: string): Promise<Address> {
    if (this.#now() < this.#refusedUntil) return Promise.reject(new ChecksRefused(this.#refusedUntil))
    if (this.#now() < (this.#unanswered.get(number)?.until ?? 0))
      return Promise.reject(new NumberUnanswered())
    return new Promise((resolve, reject) => {
      this.#waiting.push({ number, resolve, reject })
      if (this.#waiting.length >= AT_ONCE) this.#ask()
      else this.#timer ??= setTimeout(() => this.#ask(), GATHER_MS)
    })
  }

  #ask(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const asked = this.#waiting
    this.#waiting = []
    this.#answer(asked).catch((error: unknown) => {
      const refusal = isRefusal(error) ? this.#refuse(REFUSED_MS) : error
      for (const { reject } of asked) reject(refusal)
    })
  }

  async #answer(asked: Waiting[]): Promise<void> {
    const left = settle(asked, await this.#question(asked))
    // An answer about none of several is not asked for again number by number: that would only be more questions.
    const isPartial = left.length < asked.length
    for (const one of left) {
      if (isPartial && settle([one], await this.#question([one])).length === 0) continue
      this.#leaveOut(one)
    }
  }

  #leaveOut({ number, reject }: Waiting): void {
    const { times } = this.#unanswered.get(number) ?? { times: 0 }
    const pause = Math.min(LONGEST_AGAIN_MS, FIRST_AGAIN_MS * 2 ** times)
    this.#unanswered.set(number, { times: times + 1, until: this.#now() + pause })
    reject(new NumberUnanswered())
  }

  async #question(asked: Waiting[]): Promise<NumberAnswer[]> {
    const answers = await askAboutNumbers(
      this.#socket(),
      asked.map(({ number }) => number),
    )
    if (answers) return answers
    // Silence about one number alone may be about that number: others may still be asked about.
    if (asked.length === 1) return []
    throw this.#refuse(SILENT_MS)
  }

  #refuse(milliseconds: number): ChecksRefused {
    this.#refusedUntil = this.#now() + milliseconds
    return new ChecksRefused(this.#refusedUntil)
  }
}

/** Gives each number the answer that is about it. @returns those that no answer is about */
function settle(asked: Waiting[], answers: NumberAnswer[]): Waiting[] {
  const answerTo = answersByNumber(answers, asked.length === 1)
  return asked.filter(({ number, resolve }) => {
    const answer = answerTo(number)
    if (answer) resolve(addressOf(answer))
    return answer === undefined
  })
}

/**
 * WhatsApp repeats the number that was asked about; where it does not, its own spelling tells, or that there was but one.
 * @param isAlone whether one number alone was asked about
 */
function answersByNumber(
  answers: NumberAnswer[],
  isAlone: boolean,
): (number: string) => NumberAnswer | undefined {
  const byNumber = new Map<string, NumberAnswer>()
  const bySpelling = new Map<string, NumberAnswer>()
  for (const answer of answers) {
    if (answer.asked !== undefined) byNumber.set(answer.asked, answer)
    if (answer.jid !== undefined) bySpelling.set(spellingOf(answer.jid), answer)
  }
  const [only] = answers
  const alone = isAlone && only?.asked === undefined ? only : undefined
  return (number) => byNumber.get(number) ?? bySpelling.get(canonicalKey(number)) ?? alone
}

const addressOf = ({ exists, jid }: NumberAnswer): Address =>
  exists && jid !== undefined ? { exists, jid } : { exists: false, jid: null }

const spellingOf = (jid: string): string => canonicalKey(jid.split('@')[0] ?? '')

/** The server's `rate-overlimit`, which Baileys gives as the code of its error. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && /rate-overlimit|429/.test(`${error.message} ${codeOf(error)}`)

function codeOf(error: Error): string {
  return 'data' in error ? String(error.data) : ''
}

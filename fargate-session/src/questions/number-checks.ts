import { MS_PER_NUMBER, waitOfCheck } from '@recado/shared/contact-lists/check-budget'
import { type Address, NumberUnanswered } from '@recado/shared/phone-numbers/addresses'
import { canonicalKey } from '@recado/shared/phone-numbers/canonical-key'
import type { WASocket } from '@whiskeysockets/baileys'
import { LRUCache } from 'lru-cache'
import { askAboutNumbers, type NumberAnswer } from './number-question.ts'

/** Numbers requested within this time go into one question, in milliseconds. */
const GATHER_MS = 30
/** Most numbers in one question (assumed to be harmless). */
const AT_ONCE = 20
/** Pause of all questions after a refusal, in milliseconds. */
const REFUSED_MS = 5 * 60_000
/** Pause of all questions after one about several numbers got no answer, in milliseconds. */
const SILENT_MS = 30_000
/** Pause before a number missing in an answer is asked about again: half a minute, then one, two … 15 minutes. */
const FIRST_AGAIN_MS = 30_000
const LONGEST_AGAIN_MS = 15 * 60_000
const KEPT_UNANSWERED = 1000

/** WhatsApp refuses questions about numbers until this time, in milliseconds since 1970. */
export class ChecksRefused extends Error {
  readonly until: number

  constructor(until: number) {
    super('WhatsApp refuses questions about numbers')
    this.name = 'ChecksRefused'
    this.until = until
  }
}

interface WaitingNumber {
  number: string
  resolve(address: Address): void
  reject(error: unknown): void
}

/**
 * Asks WhatsApp which numbers have an account: several at a time, and none for a while after a refusal. Accounts
 * that asked about thousands were banned (whatsapp-web.js#2213, adiwajshing/Baileys#1946).
 */
export class NumberChecks {
  readonly #socket: () => WASocket
  readonly #now: () => number
  /** Numbers missing in answers: how often, and the time of the next allowed question. */
  readonly #unanswered = new LRUCache<string, { times: number; until: number }>({ max: KEPT_UNANSWERED })
  #refusedUntil = 0
  /** The numbers asked about so far take the connection's time until then, in milliseconds since 1970. */
  #takenUntil = 0
  #waiting: WaitingNumber[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(socket: () => WASocket, now: () => number) {
    this.#socket = socket
    this.#now = now
  }

  /**
   * The same as {@link check} for a campaign, which waits until the connection has time for one more number. All questions take
   * time: a connection asks about 40 numbers a minute.
   */
  async checkInTurn(number: string): Promise<Address> {
    const wait = waitOfCheck(this.#takenUntil + MS_PER_NUMBER - this.#now())
    this.#takeTime()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    return this.#askAbout(number)
  }

  /**
   * WhatsApp's answer about a number. A missing answer is not a "no".
   * @throws ChecksRefused when WhatsApp refuses, or does not answer about several numbers; NumberUnanswered when it
   * says nothing about this number; or the socket's error
   */
  check(number: string): Promise<Address> {
    this.#takeTime()
    return this.#askAbout(number)
  }

  #takeTime(): void {
    this.#takenUntil = Math.max(this.#takenUntil, this.#now()) + MS_PER_NUMBER
  }

  #askAbout(number: string): Promise<Address> {
    if (this.#isPaused()) return Promise.reject(new ChecksRefused(this.#refusedUntil))
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

  async #answer(asked: WaitingNumber[]): Promise<void> {
    const left = settle(asked, await this.#question(asked))
    // If an answer covers none of several numbers, they are not asked about one by one: that would only add
    // questions.
    const isPartial = left.length < asked.length
    for (const one of left) {
      if (isPartial && settle([one], await this.#question([one])).length === 0) continue
      this.#leaveOut(one)
    }
  }

  #leaveOut({ number, reject }: WaitingNumber): void {
    const { times } = this.#unanswered.get(number) ?? { times: 0 }
    const pause = Math.min(LONGEST_AGAIN_MS, FIRST_AGAIN_MS * 2 ** times)
    this.#unanswered.set(number, { times: times + 1, until: this.#now() + pause })
    reject(new NumberUnanswered())
  }

  async #question(asked: WaitingNumber[]): Promise<NumberAnswer[]> {
    // Another question was refused while these numbers waited for theirs.
    if (this.#isPaused()) throw new ChecksRefused(this.#refusedUntil)
    const answers = await askAboutNumbers(
      this.#socket(),
      asked.map(({ number }) => number),
    )
    if (answers) return answers
    // Silence about a single number may concern that number alone, so other questions go on.
    if (asked.length === 1) return []
    throw this.#refuse(SILENT_MS)
  }

  #isPaused(): boolean {
    return this.#now() < this.#refusedUntil
  }

  /** Begins a pause. A longer one, after a refusal of another question, goes on. */
  #refuse(milliseconds: number): ChecksRefused {
    this.#refusedUntil = Math.max(this.#refusedUntil, this.#now() + milliseconds)
    return new ChecksRefused(this.#refusedUntil)
  }
}

/** Resolves each number that has an answer. @returns the numbers without one */
function settle(asked: WaitingNumber[], answers: NumberAnswer[]): WaitingNumber[] {
  const answerTo = answersByNumber(answers, asked.length === 1)
  return asked.filter(({ number, resolve }) => {
    const answer = answerTo(number)
    if (answer) resolve(addressOf(answer))
    return answer === undefined
  })
}

/**
 * Matches answers to numbers. WhatsApp usually repeats the number of the question. Otherwise its own spelling of
 * the number decides, or that there was only one.
 * @param isAlone whether the question was about one number
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

/** The server's `rate-overlimit`, in Baileys the error's code. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && /rate-overlimit|429/.test(`${error.message} ${codeOf(error)}`)

function codeOf(error: Error): string {
  return 'data' in error ? String(error.data) : ''
}

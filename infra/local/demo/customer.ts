import type { PhoneMessage, Phones } from './client.ts'
import { type Person, SHOP } from './people.ts'
import { ANSWERS_TO_NEWS, type Line, type Scene } from './scenes.ts'

/** A customer's reaction to a message of the shop. */
export type Reaction =
  | { kind: 'waits' }
  /** Chooses an entry of the menu. */
  | { kind: 'chooses'; text: string }
  /** Rates the service; without a rate the person says nothing. */
  | { kind: 'rates' }
  /** Goes on with the conversation: an attendant wrote. */
  | { kind: 'goesOn' }
  /** An unexpected message: a campaign's, or the first of an attendant. */
  | { kind: 'news' }

/** Beginnings of the shop's automatic messages. */
const AUTOMATIC = [
  /^Aqui é do time de vendas/,
  /^Entregas na escuta/,
  /^Você está no financeiro/,
  /^Vou passar você/,
]
const ASKS_FOR_RATE = /^De 1 a 5/
const SAYS_GOODBYE = /^Obrigado por falar/

/** What to do about one message of the shop. @param scene the running conversation, if there is one */
export function reactionTo(text: string, scene: Scene | undefined): Reaction {
  if (ASKS_FOR_RATE.test(text)) return { kind: 'rates' }
  if (SAYS_GOODBYE.test(text) || AUTOMATIC.some((words) => words.test(text))) return { kind: 'waits' }
  const entry = new RegExp(`^\\*(\\d+)\\* - ${scene?.queue}$`, 'm').exec(text)
  if (entry?.[1]) return { kind: 'chooses', text: entry[1] }
  return { kind: scene ? 'goesOn' : 'news' }
}

/** The share of people who do something about a campaign's message, one after the other. */
const READS = 0.8
const ANSWERS = 0.2
const OPTS_OUT = 0.04

/** A person's reaction to a campaign's message. @param dice from 0 to 1 */
export function answerToNews(dice: number): { reads: boolean; scene?: Scene; optsOut: boolean } {
  const scene = ANSWERS_TO_NEWS[Math.floor((dice / ANSWERS) * ANSWERS_TO_NEWS.length)]
  if (dice < ANSWERS && scene) return { reads: true, scene, optsOut: false }
  return { reads: dice < READS, optsOut: dice < ANSWERS + OPTS_OUT }
}

/** So long a customer waits for an answer, in milliseconds. */
const PATIENCE_MS = 10 * 60_000

/** A customer with a phone. */
export class Customer {
  readonly person: Person
  readonly #phones: Phones
  readonly #dice: () => number
  readonly #pace: number
  #scene: Scene | undefined
  #turn = 0
  /** What to write next, in order. */
  #lines: Line[] = []
  /** Whether the customer begins to type, which the shop sees. */
  #types = false
  /** When the conversation ends without a further message, in milliseconds since 1970. */
  #endsAt = 0
  /** When the next line is written, in milliseconds since 1970. */
  #writesAt = 0

  /** @param pace factor of all pauses: 1 for that of people */
  constructor(person: Person, phones: Phones, dice: () => number, pace: number) {
    this.person = person
    this.#phones = phones
    this.#dice = dice
    this.#pace = pace
  }

  get isBusy(): boolean {
    return this.#scene !== undefined || this.#lines.length > 0
  }

  /** The answer that the attendant of the running conversation gives to the customer's last words. */
  get expectedAnswer(): string | undefined {
    return this.#lines.length > 0 ? undefined : this.#scene?.turns[this.#turn - 1]?.attendant
  }

  /** Whether everything was said. */
  get isDone(): boolean {
    return this.#scene !== undefined && this.#turn > this.#scene.turns.length
  }

  get scene(): Scene | undefined {
    return this.#scene
  }

  begin(scene: Scene, now: number): void {
    this.#scene = scene
    this.#turn = 0
    this.#speak(now)
  }

  /** Shows typing, or sends the next line. @param now milliseconds since 1970 */
  async write(now: number): Promise<void> {
    if (now > this.#endsAt) this.#scene = undefined
    if (this.#types) await this.#phones.types(this.person.number, SHOP)
    this.#types = false
    if (now < this.#writesAt) return
    const line = this.#lines.shift()
    if (!line) return
    await this.#phones.write(this.person.number, { to: SHOP, ...line })
    this.#writesAt = now + this.#pause()
  }

  /** Decides about a message of the shop. @param now milliseconds since 1970 */
  async receive({ text, caption }: PhoneMessage, now: number): Promise<void> {
    const { number } = this.person
    const reaction = reactionTo(withoutName(text ?? caption ?? ''), this.#scene)
    if (reaction.kind === 'news') return this.#reactToNews(now)
    await this.#phones.read(number, SHOP)
    if (reaction.kind === 'chooses') this.#say([reaction.text], now)
    if (reaction.kind === 'goesOn') this.#speak(now)
    if (reaction.kind === 'rates') this.#end(now)
  }

  async #reactToNews(now: number): Promise<void> {
    const { reads, scene, optsOut } = answerToNews(this.#dice())
    if (reads) await this.#phones.read(this.person.number, SHOP)
    if (scene) this.begin(scene, now)
    else if (optsOut) this.#say(['SAIR'], now)
  }

  /** The customer's next turn. */
  #speak(now: number): void {
    const turn = this.#scene?.turns[this.#turn]
    this.#turn += 1
    this.#endsAt = now + PATIENCE_MS
    if (turn) this.#say(turn.customer, now)
  }

  #end(now: number): void {
    const { rate, farewell } = this.#scene ?? {}
    this.#scene = undefined
    this.#say(
      [rate, farewell].filter((text) => text !== undefined),
      now,
    )
  }

  #say(lines: readonly (string | Line)[], now: number): void {
    this.#lines.push(
      ...lines.map((line): Line => (typeof line === 'string' ? { type: 'text', text: line } : line)),
    )
    this.#writesAt = Math.max(this.#writesAt, now + this.#pause())
    this.#types = lines.length > 0
  }

  /** From two to eight seconds. */
  #pause(): number {
    return (2000 + this.#dice() * 6000) * this.#pace
  }
}

/** An attendant's words without the name that stands above them. */
const withoutName = (text: string): string => text.replace(/^\*[^*\n]+:\*\n/, '')

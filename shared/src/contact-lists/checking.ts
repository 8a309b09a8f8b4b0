import { firstOf } from '../first-of.ts'
import { knownAddresses } from '../phone-numbers/addresses.ts'
import { canonicalKey } from '../phone-numbers/canonical-key.ts'
import { type Ports, tenantOf } from '../ports/ports.ts'
import type { ValidityJob } from '../queues/jobs.ts'
import { CHECKED_AT_ONCE } from '../queues/queues.ts'
import type { LiveEvent } from '../realtime/events.ts'
import { committed } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { type Card, cardsOf, getCard, linesOf, numberOf } from './cards.ts'
import { countCheck, reserveCheck } from './check-budget.ts'
import type { ValidityCheck } from './contact-list.ts'
import { learnValidity } from './item-writes.ts'
import { claimCheck, endCheck, getList, listKey, listOf, type StoredList } from './store.ts'

/** One job checks numbers for this long, in milliseconds; the rest is queued. */
const PART_MS = 30_000
/** Pause before an unconnected account is asked again, in seconds. */
const NOT_CONNECTED_SECONDS = 60
const LONGEST_DELAY_SECONDS = 900
/** Interval of live events, in milliseconds. */
const TOLD_EVERY_MS = 1000

/**
 * WhatsApp's answer about numbers, possibly fewer than asked about; or until when it refuses, in milliseconds since
 * 1970.
 */
export type CheckReply =
  | { addresses: readonly { number: string; exists: boolean }[] }
  | { refusedUntil: number }
  | 'not connected'

export interface CheckPorts extends Ports {
  publish(event: LiveEvent): Promise<void>
  /** Asks WhatsApp over a connection; answers are stored for 30 days. */
  ask(companyId: string, connectionId: string, numbers: readonly string[]): Promise<CheckReply>
}

type Rest = { seconds: number; waitingFor: ValidityCheck['waitingFor'] }

/**
 * Checks which numbers of a list WhatsApp knows. Answers of the last 30 days count at once; the other numbers are asked
 * about in small questions, as often as the connection's budget allows (part 3 §5). Safe to interrupt and repeat.
 */
export async function checkNumbers(ports: CheckPorts, job: ValidityJob): Promise<void> {
  await new Check(ports, tenantOf(ports, job.companyId), job).run()
}

class Check {
  readonly #ports: CheckPorts
  readonly #table: TenantTable
  readonly #job: ValidityJob
  readonly #until: number
  /** Numbers without an answer: they stay unchecked, and the next check asks about them again. */
  readonly #unanswered = new Set<string>()
  #after: number | undefined
  #toldAt = 0

  constructor(ports: CheckPorts, table: TenantTable, job: ValidityJob) {
    this.#ports = ports
    this.#table = table
    this.#job = job
    this.#after = job.after
    this.#until = ports.now() + PART_MS
  }

  async run(): Promise<void> {
    const list = await this.#list()
    if (!list) return
    if (this.#job.watch) return this.#beginIfLost(list)
    if (!(await this.#isFirstOrNext(list))) return
    const cards = cardsOf(this.#table, list.id, { flag: '?', after: this.#after, consistent: true })
    for await (const card of cards) {
      const rest = await this.#checkCard(list, card)
      if (rest === 'stopped') return
      if (rest) return this.#goOnLater(list, rest)
      this.#after = card.place
      if (this.#ports.now() > this.#until) return this.#goOnLater(list, { seconds: 0, waitingFor: null })
    }
    await this.#end(list)
  }

  /** Queues the first job of a check that has had none: the call that began it has died. */
  async #beginIfLost({ checkBegunBy }: StoredList): Promise<void> {
    const { watch: _, ...job } = this.#job
    if (!checkBegunBy) await this.#ports.queues.send('validity', { ...job, byWatch: true })
  }

  /** Whether this job is the check's first one, or goes on from it. The call's job may come after its watch queued another. */
  async #isFirstOrNext({ id, checkBegunBy }: StoredList): Promise<boolean> {
    const { checkId, byWatch } = this.#job
    if (checkId === null) return true
    const by = byWatch ? 'watch' : 'call'
    if (checkBegunBy) return checkBegunBy === by
    return claimCheck(this.#table, id, checkId, by)
  }

  /** The list; undefined once this check was cancelled. */
  async #list(): Promise<StoredList | undefined> {
    const list = await getList(this.#table, this.#job.contactListId)
    const { checkId } = this.#job
    return checkId === null || list?.checkId === checkId ? list : undefined
  }

  /** @returns when to go on, if WhatsApp cannot be asked now */
  async #checkCard({ id, checking }: StoredList, first: Card): Promise<Rest | 'stopped' | undefined> {
    let card: Card | undefined = first
    while (card) {
      const open = linesOf(card).filter((line) => line.flag === '?' && !this.#unanswered.has(numberOf(line)))
      const known = await this.#known(open.map(numberOf))
      if (open.some((line) => known.has(canonicalKey(numberOf(line))))) {
        await this.#learn(id, card, known)
      } else if (this.#job.checkId === null || !checking || open.length === 0) {
        return undefined
      } else {
        const rest = await this.#ask(checking.whatsappId, firstOf(open, CHECKED_AT_ONCE).map(numberOf))
        if (rest !== 'answered') return rest
        if (!(await this.#list())) return 'stopped'
      }
      card = await getCard(this.#table, id, first.place)
    }
    return undefined
  }

  async #known(numbers: readonly string[]): Promise<Map<string, boolean>> {
    const addresses = await knownAddresses(this.#table, numbers, this.#ports.now())
    return new Map([...addresses].map(([number, { exists }]) => [number, exists]))
  }

  async #ask(connectionId: string, numbers: readonly string[]): Promise<'answered' | Rest> {
    const now = this.#ports.now()
    const turn = await reserveCheck(this.#table, connectionId, numbers.length, now)
    const waitingFor = turn.isDayUsedUp ? 'day' : null
    if (turn.at > now) return { seconds: Math.ceil((turn.at - now) / 1000), waitingFor }
    const reply = await this.#ports.ask(this.#table.companyId, connectionId, numbers)
    if (reply === 'not connected') return { seconds: NOT_CONNECTED_SECONDS, waitingFor: 'connection' }
    await countCheck(this.#table, connectionId, numbers.length, now)
    if ('addresses' in reply) {
      const answered = new Set(reply.addresses.map(({ number }) => number))
      for (const number of numbers) if (!answered.has(number)) this.#unanswered.add(number)
      return 'answered'
    }
    return { seconds: Math.ceil((reply.refusedUntil - now) / 1000), waitingFor: 'refusal' }
  }

  async #learn(listId: string, card: Card, known: ReadonlyMap<string, boolean>): Promise<void> {
    const valid = new Map<number, boolean>()
    for (const line of linesOf(card)) {
      const exists = known.get(canonicalKey(numberOf(line)))
      if (exists !== undefined) valid.set(line.place, exists)
    }
    const learned = await learnValidity(this.#table, listId, card, valid, this.#now())
    if (learned)
      await this.#change(listId, (checking) => ({ ...checking, checked: checking.checked + learned }))
    await this.#publishProgress(listId)
  }

  async #goOnLater(list: StoredList, { seconds, waitingFor }: Rest): Promise<void> {
    await this.#change(list.id, (checking) => ({ ...checking, waitingFor }))
    this.#toldAt = 0
    await this.#publishProgress(list.id)
    const delay = Math.min(LONGEST_DELAY_SECONDS, Math.max(0, seconds))
    await this.#ports.queues.send('validity', { ...this.#job, after: this.#after }, delay)
  }

  /** Stores the progress. A check has only one job at a time, and only that job writes it. */
  async #change(listId: string, next: (checking: ValidityCheck) => ValidityCheck): Promise<void> {
    const { checkId } = this.#job
    const list = await getList(this.#table, listId)
    if (checkId === null || list?.checkId !== checkId || !list.checking) return
    const set = { checking: { ...next(list.checking) }, updateAt: this.#now() }
    await committed(this.#table.update(listKey(listId), { set }, { checkId }))
  }

  async #end({ id }: StoredList): Promise<void> {
    const { checkId } = this.#job
    if (checkId !== null) await endCheck(this.#table, id, checkId, this.#now())
    this.#toldAt = 0
    await this.#publishProgress(id)
  }

  /** ISO 8601. */
  #now(): string {
    return new Date(this.#ports.now()).toISOString()
  }

  async #publishProgress(listId: string): Promise<void> {
    const now = this.#ports.now()
    if (now - this.#toldAt < TOLD_EVERY_MS) return
    this.#toldAt = now
    const list = await getList(this.#table, listId)
    if (!list) return
    const { companyId } = list
    await this.#ports.publish({
      companyId,
      topic: 'contact-list',
      action: 'update',
      body: { record: listOf(list) },
    })
    await this.#ports.publish({ companyId, topic: `ContactListItem-${listId}`, action: 'reload', body: {} })
  }
}

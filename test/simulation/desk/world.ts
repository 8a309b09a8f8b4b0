import { pageOfMessages, type StoredMessage } from '@recado/shared/conversations/message'
import { DomainError } from '@recado/shared/errors/errors'
import type { Chat } from '@recado/shared/messages/chat'
import { scheduleJob } from '@recado/shared/queues/jobs'
import { TenantTable } from '@recado/shared/table/tenant'
import type { View } from './agents.ts'
import { chanceOf } from './chance.ts'
import { Lost, PartsFate } from './fate.ts'
import { FaultyRows } from './faulty-rows.ts'
import { sending, sweeping, worksOf } from './happenings.ts'
import { JournalTable } from './journal.ts'
import { type Mutant, mutated } from './mutants.ts'
import { asPart, type Part, peekPart } from './part.ts'
import { type PlayedReport, reportOf } from './report.ts'
import { isUnderWay, ScheduleJobs, schedulesIn } from './schedules.ts'
import { GAPS, type Script } from './script.ts'
import { COMPANY, found, NOON, SHOP } from './shop.ts'
import { SocketService } from './socket-service.ts'
import { Turns } from './turns.ts'
import { type Outcome, PARTS, type Work } from './work.ts'

const SECOND = 1000
/** Longer than a customer stays in the menu, and than a message waits for its connection. */
const LATER_MS = 11 * 60 * SECOND
/**
 * The sweeps at the end, in milliseconds after the one before: together longer than a ticket waits for the user to whom it
 * was transferred, and then for a silent customer.
 */
const SWEEPS_AT_THE_END = [LATER_MS, LATER_MS, LATER_MS, LATER_MS, 60 * 60 * SECOND, LATER_MS]
/** Sweeps in which due schedules leave one after the other, and learn what became of their messages. */
const LAST_SWEEPS = 12
/** With those for schedules that became due in the last sweeps, because the company opened. */
const MOST_SWEEPS = 2 * LAST_SWEEPS

/** A company with its customers, attendants, workers, sweep and socket service, in memory. */
export class DeskWorld {
  readonly rows: JournalTable
  readonly table: TenantTable
  readonly task: SocketService
  readonly jobs = new ScheduleJobs()
  /** What attendants have on their screens. */
  readonly views = new Map<string, View>()
  /** The customers' messages. */
  readonly written: { messageId: string; text: string | undefined }[] = []
  /** Answers of attendants, with the outcome of each call. */
  readonly sent: { clientId: string; outcomes: Outcome[] }[] = []
  /** Messages that an attendant had on the screen and marked as read. */
  readonly read = new Set<string>()
  /** The last message that the phone read, by the chat: its moment, ISO 8601. */
  readonly readUpTo = new Map<Chat, string>()
  /** By the ticket: the last of its messages that an attendant who wanted to close it had seen. */
  readonly mayClose = new Map<string, number>()
  report: PlayedReport | undefined
  /** Events that no delivery could process. */
  readonly setAside: string[] = []
  readonly script: Script
  /** Milliseconds since 1970, by the clock that those of the parts differ from. */
  now = NOON
  moment = 0
  readonly #mutant: Mutant
  readonly #turns: Turns
  /** Works of later moments, by the moment. */
  readonly #later = new Map<number, Work[]>()
  #count = 0

  constructor(script: Script, mutant: Mutant) {
    this.script = script
    // Half of the reads are late.
    const lag = chanceOf(script.seed)
    this.rows = new JournalTable(
      peekPart,
      () => this.now,
      () => Math.max(0, lag() * 2 - 1),
    )
    this.table = new TenantTable(this.rows, COMPANY)
    this.task = new SocketService(script.shop.refusesLids)
    this.#mutant = mutant
    this.#turns = new Turns(chanceOf(script.seed))
  }

  /** Plays the whole script, and what is still to be done after it. */
  async play(): Promise<void> {
    await this.#do({
      doing: 'founding',
      part: 'task',
      fault: null,
      run: () => found(this.rows, this.script.shop),
    })
    // Whether the rows were made before or not.
    this.#count = 0
    for (const { gap, happenings } of this.script.moments) {
      this.now += GAPS[gap] ?? SECOND
      const works: Work[] = []
      for (const one of happenings) works.push(...(await worksOf(this, one)))
      await this.#goOn(works)
    }
    await this.#comeToRest()
  }

  /** A number that nothing else has. */
  next = (): number => this.#count++

  /** A work of a later moment. */
  after(moments: number, work: Work): void {
    const at = this.moment + moments
    this.#later.set(at, [...(this.#later.get(at) ?? []), work])
  }

  /** A conversation, oldest first. */
  messages = async (chat: Chat): Promise<StoredMessage[]> =>
    (await pageOfMessages(this.table, SHOP, chat, { limit: 1000 })).rows.reverse()

  /** Does the works of this moment, side by side. */
  async #goOn(works: readonly Work[]): Promise<void> {
    const due = [...(this.#later.get(this.moment) ?? []), ...works, ...this.jobs.due(this.now)]
    this.#later.delete(this.moment)
    await this.#turns.together(due.map((work) => () => this.#do(work)))
    this.moment++
  }

  /** Without further faults, everything is done that is still to be done, and all timers ring. */
  async #comeToRest(): Promise<void> {
    while (this.#later.size > 0) {
      this.now += 5 * SECOND
      await this.#goOn([])
    }
    await this.#goOn([{ doing: 'opening', part: 'task', fault: null, run: () => this.task.takeUp('end') }])
    await this.#goOn([sending(this, true)])
    for (const later of SWEEPS_AT_THE_END) {
      this.now += later
      await this.#goOn([sweeping()])
      await this.#goOn([sending(this, true)])
    }
    for (
      let times = 0;
      times < LAST_SWEEPS || (times < MOST_SWEEPS && (await this.#awaitsSchedules()));
      times++
    ) {
      this.now += 40 * SECOND
      await this.#goOn([sweeping()])
      await this.#goOn([])
      await this.#goOn([sending(this, true)])
    }
    const reporting = async () => {
      this.report = await reportOf(this)
    }
    await this.#goOn([{ doing: 'reporting', part: 'task', fault: null, run: reporting }])
  }

  #awaitsSchedules = async (): Promise<boolean> =>
    (await schedulesIn(this.table)).some((schedule) => isUnderWay(schedule, this.now))

  /** Lets a part do a work. It ends when the work does, or when the part dies. */
  #do(work: Work): Promise<void> {
    return new Promise((resolve, reject) => {
      const ended = (outcome: Outcome) => {
        work.ended?.(outcome)
        resolve()
      }
      const part = this.#partFor(work, () => ended('dead'))
      asPart(part, work.run).then(
        () => ended('done'),
        (error: unknown) => {
          if (error instanceof DomainError) ended('refused')
          else if (error instanceof Lost) ended('failed')
          else reject(error)
        },
      )
    })
  }

  #partFor({ doing, part, fault }: Work, dies: () => void): Part {
    const skew = Math.round(this.script.shop.skew * PARTS[part])
    const now = () => this.now + skew
    const fate = new PartsFate(fault, dies)
    return {
      doing,
      moment: this.moment,
      mutant: this.#mutant,
      table: mutated(new FaultyRows(this.rows, this.#turns, fate), this.#mutant),
      now,
      // In the order of their times, as real ones.
      newId: (at) => `${String(Math.max(0, Math.floor(at))).padStart(14, '0')}${this.#serial(12)}`,
      newMessageId: () => `3EB0${this.#serial(18)}`,
      job: (queue, message, delaySeconds = 0) =>
        fate.write(async () => {
          const { success, data } = scheduleJob.safeParse(message)
          if (queue === 'schedules' && success) this.jobs.put(data, now() + delaySeconds * SECOND)
        }),
      command: (command, id) => fate.write(async () => this.task.take(command, id, now())),
      setAside: (body) => void this.setAside.push(body),
    }
  }

  #serial = (digits: number): string => String(this.next()).padStart(digits, '0')
}

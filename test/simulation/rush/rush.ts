import { ticketWatchers } from '@recado/functions/desk/ticket-watchers'
import { attend } from '@recado/functions/schedules/attend'
import { create } from '@recado/functions/schedules/schedules'
import { putCompany } from '@recado/shared/companies/store'
import { putConnection } from '@recado/shared/connections/store'
import { writeContacts } from '@recado/shared/contacts/store'
import { newContact } from '@recado/shared/contacts/stored-contact'
import { type ScheduleJob, scheduleJob } from '@recado/shared/queues/jobs'
import type { Actor } from '@recado/shared/sessions/session'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { sweepTimers } from '@recado/shared/tickets/system/timers'
import { aCompany, aConnection } from '../../support/builders.ts'
import { chanceOf } from '../desk/chance.ts'
import { ports } from '../desk/context.ts'
import { Lost, PartsFate } from '../desk/fate.ts'
import { FaultyRows } from '../desk/faulty-rows.ts'
import { asPart, type Part, WAYS } from '../desk/part.ts'
import { SocketService } from '../desk/socket-service.ts'
import { Turns } from '../desk/turns.ts'

const SECOND = 1000
/** Jobs that run side by side, at most: as many as copies of the function. */
const TOGETHER = 20
/** The sweep's interval, and how long SQS hides a job whose worker died, in milliseconds. */
const [SWEEP_MS, HIDDEN_MS] = [20 * SECOND, 30 * SECOND]
/** The shares of deliveries that end badly, and of those that come twice. */
const [FAULTY, TWICE] = [0.05, 0.05]
const SCHEDULES_EACH = 100
const CONNECTIONS_EACH = 5

interface Delivery {
  job: ScheduleJob
  at: number
}

/**
 * Companies of five connections, each with a hundred schedules for one moment: their workers die, lose answers, are
 * throttled and get jobs twice.
 */
export class Rush {
  readonly rows = new MemoryTable()
  readonly companies: string[]
  readonly tasks = new Map<string, SocketService>()
  /** Milliseconds since 1970. */
  now: number
  readonly dueAt: number
  readonly #random: () => number
  readonly #turns: Turns
  #waiting: Delivery[] = []
  #count = 0

  /** @param connections a multiple of five */
  constructor(connections: number, seed: number, dueAt: number) {
    this.companies = Array.from({ length: connections / CONNECTIONS_EACH }, (_, at) => `company-${at}`)
    this.dueAt = dueAt
    this.now = dueAt - 60 * SECOND
    this.#random = chanceOf(seed)
    this.#turns = new Turns(this.#random)
  }

  async prepare(): Promise<void> {
    for (const companyId of this.companies) await this.#as(false, () => this.#found(companyId))
  }

  /** Goes on second by second until nothing is left to do, or for so long. @param mostMs in milliseconds */
  async play(mostMs: number): Promise<void> {
    for (; this.now <= this.dueAt + mostMs; this.now += SECOND) {
      if (this.now % SWEEP_MS === 0) await this.#as(false, () => this.#sweep())
      const due = this.#waiting.filter(({ at }) => at <= this.now)
      this.#waiting = this.#waiting.filter(({ at }) => at > this.now)
      for (let at = 0; at < due.length; at += TOGETHER)
        await this.#turns.together(due.slice(at, at + TOGETHER).map((one) => () => this.#deliver(one)))
      for (const task of this.tasks.values())
        await this.#as(false, async () => {
          await task.sendAll()
          await task.acknowledgeAll(0)
        })
    }
  }

  async #sweep(): Promise<void> {
    await sweepTimers({ ...ports, ticketWatchers })
  }

  async #deliver({ job }: Delivery): Promise<void> {
    const again = this.#random() < TWICE ? 2 : 1
    for (let times = 0; times < again; times++)
      if ((await this.#as(this.#random() < FAULTY, () => attend(job))) === 'lost')
        this.#waiting.push({ job, at: this.now + HIDDEN_MS })
  }

  /** Runs a part's work. @returns `lost` if it ended without its caller knowing how */
  #as(isFaulty: boolean, work: () => Promise<unknown>): Promise<'done' | 'lost'> {
    return new Promise((resolve, reject) => {
      const way = WAYS[Math.floor(this.#random() * WAYS.length)] ?? 'throttled'
      const fault = isFaulty ? ([Math.floor(this.#random() * 3), way] as const) : null
      const fate = new PartsFate(fault && [...fault], () => resolve('lost'))
      asPart(this.#part(fate), work).then(
        () => resolve('done'),
        (error: unknown) => (error instanceof Lost ? resolve('lost') : reject(error)),
      )
    })
  }

  #part(fate: PartsFate): Part {
    return {
      doing: 'schedules',
      moment: 0,
      mutant: 'none',
      table: new FaultyRows(this.rows, this.#turns, fate),
      now: () => this.now,
      newId: (at) => `${String(Math.floor(at)).padStart(14, '0')}${this.#serial(12)}`,
      newMessageId: () => `3EB0${this.#serial(18)}`,
      job: (queue, message, delaySeconds = 0) =>
        fate.write(async () => {
          const { success, data } = scheduleJob.safeParse(message)
          if (queue === 'schedules' && success)
            this.#waiting.push({ job: data, at: this.now + delaySeconds * SECOND })
        }),
      command: (command, id) =>
        fate.write(async () => this.tasks.get(command.connectionId)?.take(command, id, this.now)),
      setAside: () => undefined,
    }
  }

  #serial = (digits: number): string => String(this.#count++).padStart(digits, '0')

  async #found(companyId: string): Promise<void> {
    const table = new TenantTable(this.rows, companyId)
    await putCompany(table, aCompany({ id: companyId }))
    const at = new Date(this.now).toISOString()
    for (let each = 0; each < CONNECTIONS_EACH; each++) {
      const connectionId = `${companyId}-${each}`
      const connection = aConnection({ companyId, id: connectionId, isDefault: each === 0 })
      await putConnection(table, { ...connection, status: 'CONNECTED' })
      this.tasks.set(connectionId, new SocketService(false, { companyId, connectionId }))
      for (let place = 0; place < SCHEDULES_EACH; place++) {
        const number = `5511${String(900_000_000 + each * SCHEDULES_EACH + place)}`
        const named = { id: `c-${each}-${place}`, name: number, nameFrom: 'user', number, lid: null } as const
        await writeContacts(table, [
          { after: newContact({ ...named, place: each * SCHEDULES_EACH + place }, at) },
        ])
        await create(actorOf(companyId), {
          contactId: named.id,
          whatsappId: connectionId,
          body: `Lembrete ${place}`,
          sendAt: new Date(this.dueAt).toISOString(),
          openTicket: false,
          cancelIfReplied: false,
        })
      }
    }
  }
}

const actorOf = (companyId: string): Actor => ({
  userId: 'ana',
  companyId,
  homeCompanyId: companyId,
  sid: 'ana',
  name: 'Ana',
  profile: 'admin',
  queueIds: [],
  super: false,
  campaignsEnabled: true,
  overdueFrom: null,
  support: null,
})

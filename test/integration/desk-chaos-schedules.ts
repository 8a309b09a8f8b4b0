import { SCHEDULE_STATUSES, type Schedule, type ScheduleStatus } from '@recado/shared/schedules/schedule'
import { expect } from 'vitest'
import type { ApiClient } from '../support/api-client.ts'
import { eventually } from '../support/eventually.ts'
import { between, untilAnswered } from './desk-chaos-calls.ts'

/** A contact that gets scheduled messages. */
export interface Recipient {
  number: string
  contactId: string
}

/** When a schedule falls due, in milliseconds from now. Whole seconds, because queues delay by seconds. */
const DUE_IN_MS = 2_000
/** When its author deletes it: just before its time, on its way, or after it was sent. */
const DELETED_IN_MS = { min: 1_800, max: 5_000 }
/** A schedule that waits for its contact's reply. Then it falls due. */
const LATER_MS = 24 * 3_600_000
/** How long it takes until it is known what became of a message that left, in milliseconds. */
const KNOWN_WITHIN_MS = 150_000

/** How the text of every schedule begins. */
const SCHEDULED = 'Lembrete'
export const isScheduled = (text: string | undefined): boolean => text?.startsWith(SCHEDULED) ?? false

interface Made {
  id: string
  number: string
  /** No other schedule's text begins with it. */
  beginning: string
  isDeleted: boolean
  isReplied: boolean
}

/** An attendant who schedules messages and takes some of them back. The phones decide what left. */
export class BusyCalendar {
  readonly #author: ApiClient
  readonly #made: Made[] = []

  constructor(author: ApiClient) {
    this.#author = author
  }

  /** A schedule that falls due soon. Its author corrects the text once, so that two jobs of it are queued for its time. */
  async schedule({ number, contactId }: Recipient, whatsappId: string): Promise<void> {
    const { id: scheduleId, beginning } = await this.#make({ number, contactId }, whatsappId, {
      inMs: DUE_IN_MS,
    })
    const { sendAt } = await untilAnswered(() => this.#author.call('getSchedule', { scheduleId }))
    const change = { scheduleId, contactId, whatsappId, body: `${beginning}, corrigido`, sendAt }
    // Refused once its time has passed.
    await untilAnswered(async () => decided(await this.#author.attempt('updateSchedule', change)))
  }

  /** A schedule that its author deletes when it falls due. If it left before, the API refuses that. */
  async scheduleAndDelete(recipient: Recipient, whatsappId: string): Promise<void> {
    const made = await this.#make(recipient, whatsappId, { inMs: DUE_IN_MS })
    await between(DELETED_IN_MS)
    const deleted = await untilAnswered(async () =>
      decided(await this.#author.attempt('deleteSchedule', { scheduleId: made.id })),
    )
    // Found no more: the answer to an earlier attempt was lost.
    expect([204, 404, 409]).toContain(deleted.status)
    made.isDeleted = deleted.status !== 409
  }

  /**
   * A schedule that falls due after its contact wrote, and is not to be sent then.
   * @param replied waits until the contact's message is stored
   */
  async scheduleUnlessReplied(
    recipient: Recipient,
    whatsappId: string,
    replied: () => Promise<unknown>,
  ): Promise<void> {
    const { contactId } = recipient
    const made = await this.#make(recipient, whatsappId, { inMs: LATER_MS, cancelIfReplied: true })
    await replied()
    made.isReplied = true
    await untilAnswered(async () => {
      const { id: scheduleId, beginning: body } = made
      const sendAt = momentIn(DUE_IN_MS)
      const change = { scheduleId, contactId, whatsappId, body, sendAt, cancelIfReplied: true }
      const changed = decided(await this.#author.attempt('updateSchedule', change))
      // The time may have passed while the gateway was killed.
      return changed?.ok || changed?.body.error !== 'ERR_SCHEDULE_PAST' ? changed : undefined
    })
  }

  async #make(
    recipient: Recipient,
    whatsappId: string,
    { inMs, cancelIfReplied = false }: { inMs: number; cancelIfReplied?: boolean },
  ): Promise<Made> {
    const { contactId, number } = recipient
    const body = `${SCHEDULED} ${this.#made.length + 1} para ${number}`
    const made: Made = { id: '', number, beginning: body, isDeleted: false, isReplied: false }
    this.#made.push(made)
    made.id = await untilAnswered(async () => {
      // As a person does, the author looks at the list first: it may have been made before the answer was lost.
      const { records } = await this.#author.call('listSchedules', { contactId })
      const found = records.find((schedule) => schedule.body === body)
      if (found) return found.id
      const input = { contactId, whatsappId, body, sendAt: momentIn(inMs), cancelIfReplied }
      const answer = await this.#author.attempt('createSchedule', input)
      return answer.ok ? answer.body.id : undefined
    })
    return made
  }

  /** Waits until all schedules are over, and compares each with its phone. */
  async comparesWithPhones(phones: ApiClient): Promise<void> {
    const kept = this.#made.filter(({ isDeleted }) => !isDeleted)
    const ended = await Promise.all(kept.map(({ id }) => this.#ended(id)))
    const schedules = new Map(ended.map((schedule) => [schedule.id, schedule]))
    const numbers = [...new Set(this.#made.map(({ number }) => number))]
    const messages = (await Promise.all(numbers.map((number) => phones.messagesOf(number)))).flat()
    const texts = messages.flatMap(({ fromMe, text }) => (fromMe || !text ? [] : [text]))
    const compared = this.#made.map(({ id, beginning, isReplied }): Compared => {
      const { status, reason, body = beginning } = schedules.get(id) ?? {}
      const received = texts.filter((text) => text.startsWith(beginning))
      return { body, isReplied, outcome: reason ?? status ?? 'deleted', received }
    })
    expect(compared.filter((each) => !isAsPromised(each))).toEqual([])
    // An unknown outcome is allowed where the socket service was killed, not as the usual one.
    const count = (outcome: string) => compared.filter((each) => each.outcome === outcome).length
    expect(count('UNKNOWN_OUTCOME')).toBeLessThan(count('ENVIADA'))
    for (const status of [undefined, ...SCHEDULE_STATUSES]) {
      const inTab = ended.filter((schedule) => !status || schedule.status === status)
      expect(await this.#listed({ status }), status).toEqual(inTab.map(({ id }) => id).sort())
    }
  }

  #ended(scheduleId: string): Promise<Schedule> {
    return eventually(
      'a schedule is over',
      async () => {
        const schedule = await untilAnswered(() => this.#author.call('getSchedule', { scheduleId }))
        return schedule.status !== 'PENDENTE' && schedule
      },
      KNOWN_WITHIN_MS,
    )
  }

  /** The ids of all schedules in a list, sorted. */
  async #listed({ status }: { status: ScheduleStatus | undefined }): Promise<string[]> {
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const page = await this.#author.call('listSchedules', { status, cursor })
      ids.push(...page.records.map(({ id }) => id))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    return ids.sort()
  }
}

interface Compared {
  body: string
  isReplied: boolean
  /** Its reason or its status, or that it was deleted. */
  outcome: string
  received: string[]
}

/** Whether a schedule ended as it may, and its phone received what that says. */
function isAsPromised({ body, isReplied, outcome, received }: Compared): boolean {
  if (isReplied) return outcome === 'SKIPPED_REPLIED' && received.length === 0
  const isOnPhone = received.length === 1 && received[0] === body
  switch (outcome) {
    case 'deleted':
      return received.length === 0
    case 'ENVIADA':
      return isOnPhone
    case 'UNKNOWN_OUTCOME':
      return received.length === 0 || isOnPhone
    default:
      return false
  }
}

/** An answer that no further attempt changes. */
const decided = <A extends { status: number }>(answer: A): A | undefined =>
  answer.status < 500 && answer.status !== 429 ? answer : undefined

const momentIn = (ms: number): string => new Date(Date.now() + ms).toISOString()

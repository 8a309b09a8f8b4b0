import type { Company, CompanySchedules } from '../../companies/company.ts'

/** What a company decided about its customer service, as the rules of an arriving message read it. */
export interface DeskRules {
  connection: {
    /** The queue of customers who choose none: the connection's default queue, else its first. */
    defaultQueueId: string | null
    greetingMessage: string | null
    complationMessage: string | null
    outOfHoursMessage: string | null
    ratingMessage: string | null
  }
  /** The connection's queues, in the order of its menu. */
  queues: readonly QueueRules[]
  company: Pick<Company, 'userRating' | 'scheduleType' | 'schedules'> & {
    timeZone: string
    /** Minutes after the end in which a message opens the same ticket again; 0: never. */
    reopenMinutes: number
    /** Minutes without an answer to the menu after which the default queue takes the ticket. */
    triageMinutes: number
    /** Hours of silence after which an answered ticket ends; 0: never. */
    idleCloseHours: number
    /** What the customer is told at such an end. */
    idleMessage: string | null
    thanksWords: readonly string[]
    /** All queues of the company, also those of other connections. */
    queues: readonly QueueRules[]
    /** The company is overdue: nothing is said automatically. */
    isOverdue: boolean
  }
}

export interface QueueRules {
  id: string
  name: string
  greetingMessage: string | null
  outOfHoursMessage: string | null
  schedules: CompanySchedules | null
}

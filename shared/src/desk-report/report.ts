import * as z from 'zod'
import { recordsOf } from '../http/paging.ts'
import { id } from '../ids.ts'
import { ticket } from '../tickets/contract/ticket.ts'

/** The most days of a report (part 4 §9). */
export const REPORT_DAYS_MAX = 92
/** The most forgotten tickets within the report; all of them are a list of their own. */
export const FORGOTTEN_SHOWN = 50

/** Exact times in whole seconds of business hours; null without any. Both are times that occurred (nearest rank). */
const times = z.object({ median: z.number().int().nullable(), p90: z.number().int().nullable() })
export type Times = z.infer<typeof times>

/** What happened in some time. `rules/report-entries.ts` says what counts, and when. */
export const figures = z.object({
  opened: z.number().int(),
  closed: z.number().int(),
  reopened: z.number().int(),
  /** From the customer's first message to the first answer of a person. */
  firstResponse: times,
  /** To the end, from the customer's first message or from the ticket that a person opened. */
  resolution: times,
  /** First answers within the target of their queue, of all first answers in queues with a target. */
  target: z.object({ met: z.number().int(), of: z.number().int() }),
  /** Ended tickets whose customer was asked for a rate, those with one, and the mean rate. */
  rating: z.object({ asked: z.number().int(), count: z.number().int(), mean: z.number().nullable() }),
})
export type Figures = z.infer<typeof figures>

const named = { name: z.string().nullable() }

export const deskReport = z.object({
  now: z.object({
    /** Tickets whose customer waits for an answer, pending or open; the menu counts nowhere. */
    waiting: z.number().int(),
    longestWaitSince: z.string().nullable(),
    /** Tickets that each attendant attends to, and whether they are online. */
    open: z.array(
      z.object({ userId: z.string(), name: z.string(), open: z.number().int(), online: z.boolean() }),
    ),
  }),
  period: figures,
  by: z.object({
    /** A queue or user without a name was deleted; null has none. */
    queue: z.array(figures.extend({ queueId: z.string().nullable(), ...named })),
    user: z.array(figures.extend({ userId: z.string().nullable(), ...named })),
    /** Hours of the local day, 0 to 23. */
    hour: z.array(figures.extend({ hour: z.number().int() })),
    /** Local dates. */
    day: z.array(figures.extend({ day: z.string() })),
  }),
  /** The longest waiting of the tickets that wait longer than the target of their queue. */
  forgotten: z.array(ticket),
})
export type DeskReport = z.infer<typeof deskReport>

/** In place of an id in a query: tickets without a queue, or without an attendant. */
export const NONE_OF = 'none'

/** Local dates of the company, both included. Only tickets of the queue and the attendant, if given. */
export const reportQuery = z.strictObject({
  from: z.iso.date(),
  to: z.iso.date(),
  queueId: id.optional(),
  userId: id.optional(),
})
export type ReportQuery = z.infer<typeof reportQuery>

/** The numbers of a report that open their tickets: those of the period, and those of the present moment. */
export const PERIOD_FIGURES = [
  'opened',
  'closed',
  'reopened',
  'answered',
  'met',
  'missed',
  'asked',
  'rated',
] as const
export type PeriodFigure = (typeof PERIOD_FIGURES)[number]
export const PRESENT_FIGURES = ['waiting', 'open', 'forgotten'] as const
export type PresentFigure = (typeof PRESENT_FIGURES)[number]
export const reportFigure = z.enum([...PERIOD_FIGURES, ...PRESENT_FIGURES])
export type ReportFigure = z.infer<typeof reportFigure>

export const isPresent = (figure: ReportFigure): figure is PresentFigure =>
  PRESENT_FIGURES.some((each) => each === figure)

/** `hour` of the local day. */
export const figureQuery = reportQuery.extend({
  figure: reportFigure,
  hour: z.coerce.number().int().min(0).max(23).optional(),
  cursor: z.string().max(512).optional(),
})
export type FigureQuery = z.infer<typeof figureQuery>

export const figurePage = recordsOf(ticket)

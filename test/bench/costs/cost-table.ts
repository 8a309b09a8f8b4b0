import type { MessageCost } from '../message.ts'
import { type Prices, REGIONS } from './prices.ts'

/** What the bench of a message measured. */
export interface Measured {
  /** A message to a known person, and the first one to a stranger. */
  known: MessageCost
  stranger: MessageCost
  /** An idle system with one connection, a second. */
  idle: MessageCost
}

/** What 1,000 companies do in a month: assumed. Counts of the stack's resources are checked against its template. */
export const MONTH = {
  companies: 1000,
  people: 5000,
  messages: 10e6,
  /** Share of first messages to strangers. */
  strangers: 0.1,
  /** Share of messages whose company has a page open, and the frames that it gets for each. */
  watched: 0.1,
  framesEach: 3,
  calls: 5000 * 500 * 22,
  socketMinutes: 5000 * 8 * 60 * 22,
  hours: 730,
  seconds: 730 * 3600,
  /** Gigabytes. */
  rows: 100,
  files: 500,
  logs: 100,
  traffic: 200,
  /** Queues with a function behind them, and those of commands. */
  queues: 12,
  shards: 32,
  /** CloudWatch bills an alarm on a formula for each metric in it. */
  alarms: 42,
  alarmMetrics: 102,
  /** Metrics of the system's own, which CloudWatch reads from its logs. */
  ownMetrics: 10,
  secrets: 8,
  keys: 2,
}
/** Connections of one task (infra/src/settings.ts). */
const PER_TASK = 150
/** A browser's pings and signs of life, in seconds (part 1 §9). */
const PING_SECONDS = 20
const SIGN_SECONDS = 300
/** Invocations of functions for a message, and their length in seconds. */
const INVOCATIONS = 3
/** Lambda's pollers of a queue, and the length of a poll, in seconds (assumed from AWS's guide of event sources). */
const POLLERS = 5
const POLL_SECONDS = 20
/** A poll of the socket service, in seconds. */
const COMMAND_POLL_SECONDS = 10
/** Metrics of Container Insights for the service, and for each of its tasks (assumed). */
const INSIGHTS = { service: 20, task: 8 }

interface Line {
  what: string
  /** How the amount comes about. */
  arithmetic: string
  dollars(prices: Prices): number
}

const MILLION = 1e6
const short = (number: number): string =>
  number >= MILLION ? `${round(number / MILLION)} M` : String(round(number))
const round = (number: number): number => (number >= 100 ? Math.round(number) : Math.round(number * 10) / 10)

const average = ({ known, stranger }: Measured, of: keyof MessageCost): number =>
  known[of] * (1 - MONTH.strangers) + stranger[of] * MONTH.strangers

function linesOf(measured: Measured): Line[] {
  const { companies, people, messages, hours, seconds, calls, socketMinutes } = MONTH
  const tasks = Math.ceil(companies / PER_TASK)
  const each = (of: keyof MessageCost) => average(measured, of)
  const perMessage = (of: keyof MessageCost, unit: string) =>
    `${short(messages)} × ${each(of).toFixed(1)} ${unit}`
  const millions = (number: number) => number / MILLION
  const pings = (socketMinutes * 60) / PING_SECONDS
  const signs = (socketMinutes * 60) / SIGN_SECONDS
  const liveFrames = messages * MONTH.watched * MONTH.framesEach
  const edgeRequests = calls + people * 22 * 20
  const polls = (MONTH.queues * POLLERS * seconds) / POLL_SECONDS
  const commandPolls = (MONTH.shards * seconds) / COMMAND_POLL_SECONDS
  const metrics = MONTH.ownMetrics + INSIGHTS.service + tasks * INSIGHTS.task
  const { tableWrites: renewals, tableReads: looks } = measured.idle
  return [
    {
      what: `${short(messages)} campaign messages, up to their being read: rows written`,
      arithmetic: `${perMessage('tableWrites', 'units')}, and ${each('keyWrites').toFixed(1)} for keys`,
      dollars: ({ writes }) => millions(messages) * (each('tableWrites') + each('keyWrites')) * writes,
    },
    {
      what: '… rows read',
      arithmetic: perMessage('tableReads', 'units'),
      dollars: ({ reads }) => millions(messages) * (each('tableReads') + each('keyReads')) * reads,
    },
    {
      what: '… queues',
      arithmetic: perMessage('queueRequests', 'requests'),
      dollars: ({ queues, fifoQueues }) =>
        millions(messages) * each('queueRequests') * ((queues + fifoQueues) / 2),
    },
    {
      what: '… functions',
      arithmetic: `${short(messages)} × ${INVOCATIONS} calls of 0.03 s and 0.5 GB`,
      dollars: ({ functions, functionTime }) =>
        millions(messages) * INVOCATIONS * (functions + 0.03 * 0.5 * functionTime),
    },
    {
      what: '… live frames, for those who watch',
      arithmetic: `${short(messages)} × ${MONTH.watched} × ${MONTH.framesEach}`,
      dollars: ({ frames, functions, functionTime }) =>
        millions(liveFrames) * (frames + functions + 0.03 * 0.5 * functionTime),
    },
    {
      what: `${short(companies)} connections: socket service`,
      arithmetic: `${tasks} tasks × ${hours} h × 0.5 processors and 1 GB`,
      dollars: ({ processor, memory }) => tasks * hours * (0.5 * processor + memory),
    },
    {
      what: '… their public addresses',
      arithmetic: `${tasks} × ${hours} h`,
      dollars: ({ address }) => tasks * hours * address,
    },
    {
      what: '… their leases of shards',
      arithmetic: `${tasks} × ${renewals.toFixed(1)} units written and ${looks.toFixed(1)} read in a second`,
      dollars: ({ writes, reads }) => tasks * millions(seconds) * (renewals * writes + looks * reads),
    },
    {
      what: '… polls of the queues of commands',
      arithmetic: `${MONTH.shards} queues, one in ${COMMAND_POLL_SECONDS} s`,
      dollars: ({ fifoQueues }) => millions(commandPolls) * fifoQueues,
    },
    {
      what: 'polls of the functions’ queues',
      arithmetic: `${MONTH.queues} queues × ${POLLERS}, one in ${POLL_SECONDS} s`,
      dollars: ({ queues }) => millions(polls) * queues,
    },
    {
      what: `${short(calls)} calls`,
      arithmetic: `${short(people)} people × 500 a day × 22 days, of 0.05 s and 1 GB`,
      dollars: (prices) => millions(calls) * (prices.calls + prices.functions + 0.05 * prices.functionTime),
    },
    {
      what: '… CloudFront',
      arithmetic: `${short(edgeRequests)} requests, ${MONTH.traffic} GB`,
      dollars: (prices) => millions(edgeRequests) * prices.edgeRequests + MONTH.traffic * prices.edgeTraffic,
    },
    {
      what: '… web ACL',
      arithmetic: `one, with a rule, and ${short(edgeRequests)} requests`,
      dollars: (prices) => prices.webAcl + millions(edgeRequests) * prices.webAclRequests,
    },
    {
      what: 'live sockets',
      arithmetic: `${short(people)} people × 8 h × 22 days`,
      dollars: (prices) => millions(socketMinutes) * prices.socketMinutes,
    },
    {
      what: '… their pings',
      arithmetic: `${short(pings)}, one in ${PING_SECONDS} s (one in 60 s would save two thirds)`,
      dollars: ({ frames }) => millions(pings) * frames,
    },
    {
      what: '… signs of life of users',
      arithmetic: `${short(signs)} frames there, and as many back`,
      dollars: ({ frames, functions, functionTime, writes }) =>
        millions(signs) * (2 * frames + functions + 0.03 * 0.5 * functionTime + 2 * writes),
    },
    {
      what: 'rows, with restore to any second',
      arithmetic: `${MONTH.rows} GB`,
      dollars: ({ rows, backup }) => MONTH.rows * (rows + backup),
    },
    {
      what: 'files',
      arithmetic: `${MONTH.files} GB`,
      dollars: ({ files }) => MONTH.files * files,
    },
    {
      what: 'logs',
      arithmetic: `${MONTH.logs} GB`,
      dollars: ({ logs }) => MONTH.logs * logs,
    },
    {
      what: 'alarms, keys, secrets, own metrics and insights of the service',
      arithmetic: `${MONTH.alarms} alarms on ${MONTH.alarmMetrics} metrics, ${MONTH.keys}, ${MONTH.secrets}, ${metrics} metrics`,
      dollars: ({ alarm, key, secret, metric }) =>
        MONTH.alarmMetrics * alarm + MONTH.keys * key + MONTH.secrets * secret + metrics * metric,
    },
  ]
}

/** The table of a month's costs in Markdown, with its sums. */
export function costTable(measured: Measured): string {
  const lines = linesOf(measured)
  const regions = Object.entries(REGIONS)
  const row = (...cells: (string | number)[]) => `| ${cells.join(' | ')} |`
  return [
    row('what, in a month', 'arithmetic', ...regions.map(([name]) => name)),
    `|---|---|${regions.map(() => '--:|').join('')}`,
    ...lines.map(({ what, arithmetic, dollars }) =>
      row(what, arithmetic, ...regions.map(([, prices]) => Math.round(dollars(prices)))),
    ),
    row('**together**', '', ...Object.values(sums(measured)).map((sum) => `**${sum}**`)),
  ].join('\n')
}

/** Dollars of a month, by region. */
export const sums = (measured: Measured): Record<string, number> =>
  Object.fromEntries(
    Object.entries(REGIONS).map(([name, prices]) => [
      name,
      Math.round(linesOf(measured).reduce((sum, { dollars }) => sum + dollars(prices), 0)),
    ]),
  )

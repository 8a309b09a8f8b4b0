import { type IntegrationKind, integrationKind } from '@recado/shared/integration/kind'
import type { Node } from 'constructs'
import manifest from '../../package.json' with { type: 'json' }

/** What an operator decides with `cdk deploy -c name=value`. */
export interface Settings {
  /** Begins the name of everything that has one, so that two deployments can share an account. */
  name: string
  /** Where browsers reach the app; without it, at CloudFront's own address. */
  domain: string | undefined
  /** A ready image of the socket service; without it, one is built from the sources, which needs docker. */
  socketImage: string | undefined
  /** Whom mails are from; without it, `no-reply@` the domain, and without that none are sent. */
  emailFrom: string | undefined
  /** The multi-attendance platform that companies may connect to, and where its API is; without it, there is none. */
  integration: { kind: IntegrationKind; url: string } | undefined
  /** How many copies of the socket service run: at least so many, and up to so many as there are connections for. */
  sessionTasks: { least: number; most: number }
  /** Whom alarms are mailed to; without it they are seen in CloudWatch alone. */
  alarmEmail: string | undefined
  /** What a month may cost, in US dollars, before `alarmEmail` hears of it. */
  monthlyBudget: number | undefined
  /** Whose account is the first: an operator's, made at the first deployment. */
  operatorEmail: string | undefined
  /** Which of the secrets that CloudFront shows the API: another number, another secret. */
  originSecret: number
  version: string
}

/** @throws where a value cannot be used */
export function readSettings(node: Node): Settings {
  const domain = textOf(node, 'domain')
  const settings = {
    name: textOf(node, 'name') ?? 'recado',
    domain,
    emailFrom: emailOf(node, 'emailFrom') ?? (domain && `no-reply@${domain}`),
    socketImage: textOf(node, 'socketImage'),
    integration: integrationOf(textOf(node, 'integrationKind'), textOf(node, 'integrationUrl')),
    sessionTasks: tasksOf(node),
    alarmEmail: emailOf(node, 'alarmEmail'),
    monthlyBudget: numberOf(node, 'monthlyBudget'),
    operatorEmail: emailOf(node, 'operatorEmail'),
    originSecret: numberOf(node, 'originSecret') ?? 1,
    version: manifest.version,
  }
  // It goes into the bucket's name, which may have 63 characters with account and region.
  if (!/^[a-z][a-z0-9-]{0,19}$/.test(settings.name)) throw new Error('name: up to 20 of a-z, 0-9 and -')
  if (settings.monthlyBudget !== undefined && !settings.alarmEmail)
    throw new Error('monthlyBudget: alarmEmail is to hear of it')
  if (settings.operatorEmail && !settings.emailFrom)
    throw new Error('operatorEmail: without emailFrom or domain no link can be mailed there')
  return settings
}

/** With more tasks than this each shard would have one of its own, and some tasks none. */
const MOST_TASKS = 32

function tasksOf(node: Node): Settings['sessionTasks'] {
  const least = numberOf(node, 'sessionTasks') ?? 1
  const most = numberOf(node, 'sessionTasksMost') ?? (least === 0 ? 0 : Math.max(least, 8))
  if (most < least || most > MOST_TASKS)
    throw new Error(`sessionTasksMost: from sessionTasks to ${MOST_TASKS}`)
  return { least, most }
}

function emailOf(node: Node, name: string): string | undefined {
  const text = textOf(node, name)
  if (text && !/^[^\s@<>]+@[^\s@<>]+$/.test(text)) throw new Error(`${name}: an e-mail address`)
  return text
}

function numberOf(node: Node, name: string): number | undefined {
  const text = textOf(node, name)
  const number = Number(text)
  if (text !== undefined && (!Number.isInteger(number) || number < 0))
    throw new Error(`${name}: a whole number`)
  return text === undefined ? undefined : number
}

function integrationOf(kind: string | undefined, url: string | undefined): Settings['integration'] {
  if (kind === undefined && url === undefined) return undefined
  const known = integrationKind.safeParse(kind).data
  if (!known) throw new Error(`integrationKind: ${integrationKind.options.join(' or ')}`)
  if (!url || !URL.canParse(url) || new URL(url).protocol !== 'https:')
    throw new Error('integrationUrl: an address that begins with https://')
  return { kind: known, url }
}

/** The command line gives text, a file may give numbers. */
function textOf(node: Node, name: string): string | undefined {
  const value: unknown = node.tryGetContext(name)
  return value === undefined || value === '' ? undefined : String(value)
}

import { type IntegrationKind, integrationKind } from '@recado/shared/integration/kind'
import type { Node } from 'constructs'
import manifest from '../../package.json' with { type: 'json' }

/** An operator's settings, given as `cdk deploy -c name=value`. */
export interface Settings {
  /** Prefix of all names, so that two deployments can share an account. */
  name: string
  /** Domain of the app. Without it, the app is at CloudFront's address. */
  domain: string | undefined
  /** A ready image of the socket service. Without it, one is built from the sources with docker. */
  socketImage: string | undefined
  /** Sender of mails. Without it, `no-reply@` the domain. Without both, no mails are sent. */
  emailFrom: string | undefined
  /** The multi-attendance platform for companies, and the address of its API, if there is one. */
  integration: { kind: IntegrationKind; url: string } | undefined
  /**
   * Number of the socket service's tasks: at least `least`, and up to `most`, depending on the number of
   * connections.
   */
  sessionTasks: { least: number; most: number }
  /** Recipient of the alarms' mails. Without it, alarms are only shown in CloudWatch. */
  alarmEmail: string | undefined
  /** Monthly budget in US dollars. Above it, `alarmEmail` gets a mail. */
  monthlyBudget: number | undefined
  /** E-mail of the first operator's account, which is created at the first deployment. */
  operatorEmail: string | undefined
  /** Number of the secret that CloudFront sends to the API. A new number makes a new secret. */
  originSecret: number
  version: string
}

/** @throws Error for an invalid value */
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
  // The name is part of the bucket's name, which may have 63 characters with account and region.
  if (!/^[a-z][a-z0-9-]{0,19}$/.test(settings.name)) throw new Error('name: up to 20 of a-z, 0-9 and -')
  if (settings.monthlyBudget !== undefined && !settings.alarmEmail)
    throw new Error('monthlyBudget: needs alarmEmail')
  if (settings.operatorEmail && !settings.emailFrom)
    throw new Error('operatorEmail: needs emailFrom or domain for its mail')
  return settings
}

/** With more tasks than shards, some tasks would have no work. */
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
  if (text && !/^[^\s@<>]+@[^\s@<>]+$/.test(text)) throw new Error(`${name}: must be an e-mail address`)
  return text
}

function numberOf(node: Node, name: string): number | undefined {
  const text = textOf(node, name)
  const number = Number(text)
  if (text !== undefined && (!Number.isInteger(number) || number < 0))
    throw new Error(`${name}: must be a whole number`)
  return text === undefined ? undefined : number
}

function integrationOf(kind: string | undefined, url: string | undefined): Settings['integration'] {
  if (kind === undefined && url === undefined) return undefined
  const known = integrationKind.safeParse(kind).data
  if (!known) throw new Error(`integrationKind: ${integrationKind.options.join(' or ')}`)
  if (!url || !URL.canParse(url) || new URL(url).protocol !== 'https:')
    throw new Error('integrationUrl: must begin with https://')
  return { kind: known, url }
}

/** Values are texts from the command line, or numbers from a file. */
function textOf(node: Node, name: string): string | undefined {
  const value: unknown = node.tryGetContext(name)
  return value === undefined || value === '' ? undefined : String(value)
}

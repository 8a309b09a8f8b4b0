import { type IntegrationKind, integrationKind } from '@recado/shared/integration/integration'
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
  /** How many copies of the socket service run. */
  sessionTasks: number
  version: string
}

/** @throws where a value cannot be used */
export function readSettings(node: Node): Settings {
  const domain = textOf(node, 'domain')
  const settings = {
    name: textOf(node, 'name') ?? 'recado',
    domain,
    emailFrom: textOf(node, 'emailFrom') ?? (domain && `no-reply@${domain}`),
    socketImage: textOf(node, 'socketImage'),
    integration: integrationOf(textOf(node, 'integrationKind'), textOf(node, 'integrationUrl')),
    sessionTasks: Number(textOf(node, 'sessionTasks') ?? 1),
    version: manifest.version,
  }
  // It goes into the bucket's name, which may have 63 characters with account and region.
  if (!/^[a-z][a-z0-9-]{0,19}$/.test(settings.name)) throw new Error('name: up to 20 of a-z, 0-9 and -')
  if (settings.emailFrom && !/^[^\s@<>]+@[^\s@<>]+$/.test(settings.emailFrom))
    throw new Error('emailFrom: an e-mail address')
  if (!Number.isInteger(settings.sessionTasks) || settings.sessionTasks < 0)
    throw new Error('sessionTasks: a whole number')
  return settings
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

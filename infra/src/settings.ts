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
  /** How many copies of the socket service run. */
  sessionTasks: number
  version: string
}

/** @throws where a value cannot be used */
export function readSettings(node: Node): Settings {
  const settings = {
    name: textOf(node, 'name') ?? 'recado',
    domain: textOf(node, 'domain'),
    socketImage: textOf(node, 'socketImage'),
    sessionTasks: Number(textOf(node, 'sessionTasks') ?? 1),
    version: manifest.version,
  }
  // It goes into the bucket's name, which may have 63 characters with account and region.
  if (!/^[a-z][a-z0-9-]{0,19}$/.test(settings.name)) throw new Error('name: up to 20 of a-z, 0-9 and -')
  if (!Number.isInteger(settings.sessionTasks) || settings.sessionTasks < 0)
    throw new Error('sessionTasks: a whole number')
  return settings
}

/** The command line gives text, a file may give numbers. */
function textOf(node: Node, name: string): string | undefined {
  const value: unknown = node.tryGetContext(name)
  return value === undefined || value === '' ? undefined : String(value)
}

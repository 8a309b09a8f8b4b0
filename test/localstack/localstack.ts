import { join } from 'node:path'
import { succeeds } from '../support/tools.ts'
import { startInDocker } from './docker.ts'
import { startOnHost } from './host.ts'

/** A LocalStack of this run's own. */
export interface LocalStack {
  /** Where DynamoDB, SQS and S3 are. */
  url: string
  kind: 'docker' | 'host'
  /** What it has written. */
  log(): string
  /** Ends it, with all that it holds. */
  stop(): Promise<void>
}

/** By docker where docker runs, else installed into the project's cache. @param root of the checkout */
export const startLocalStack = (root: string): Promise<LocalStack> =>
  hasDocker() ? startInDocker(root) : startOnHost(join(root, 'node_modules/.cache/recado-emulators'))

/** A client without its daemon is no use. */
const hasDocker = (): boolean => succeeds('docker', ['compose', 'version']) && succeeds('docker', ['info'])

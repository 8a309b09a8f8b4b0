import { join } from 'node:path'
import { succeeds } from '../support/tools.ts'
import { startInDocker } from './docker.ts'
import { startOnHost } from './host.ts'

/** A LocalStack of this run. */
export interface LocalStack {
  /** The address of DynamoDB, SQS and S3. */
  url: string
  kind: 'docker' | 'host'
  /** Its output. */
  log(): string
  /** Ends it, with all its data. */
  stop(): Promise<void>
}

/** Uses docker if it is running, else an installation in the project's cache. @param root of the checkout */
export const startLocalStack = (root: string): Promise<LocalStack> =>
  hasDocker() ? startInDocker(root) : startOnHost(join(root, 'node_modules/.cache/recado-emulators'))

/** A docker client without its daemon does not count. */
const hasDocker = (): boolean => succeeds('docker', ['compose', 'version']) && succeeds('docker', ['info'])

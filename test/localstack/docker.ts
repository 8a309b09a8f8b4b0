import { spawnSync } from 'node:child_process'
import { findPort } from '../../infra/local/layout.ts'
import { outputOf } from '../support/tools.ts'
import type { LocalStack } from './localstack.ts'

/** LocalStack from the checkout's `compose.yml`, with its own name and port. */
export async function startInDocker(root: string): Promise<LocalStack> {
  const port = await findPort()
  const project = ['compose', '--project-directory', root, '--project-name', `recado-test-${process.pid}`]
  const compose = (...args: string[]) =>
    spawnSync('docker', [...project, ...args], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, LOCALSTACK_PORT: String(port) },
    }).status
  const end = () => void compose('down', '--volumes')
  // Also if the starting process dies.
  process.once('exit', end)
  const localstack: LocalStack = {
    url: `http://127.0.0.1:${port}`,
    kind: 'docker',
    log: () => outputOf('docker', [...project, 'logs']),
    async stop() {
      process.off('exit', end)
      end()
    },
  }
  if (compose('up', '--detach', '--wait') === 0) return localstack
  await localstack.stop()
  throw new Error('docker compose could not start LocalStack')
}

import { join } from 'node:path'
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts'
import { findPort } from '../../infra/local/layout.ts'
import { eventually } from '../support/eventually.ts'
import { type Child, startScript } from './child.ts'

export interface Simulator {
  url: string
  /** The public key of its certificates' root, in base64. */
  rootKey: string
}

/** The WhatsApp simulator as a process, until this one ends it. */
export async function startSimulator(folder: string): Promise<Simulator & Pick<Child, 'stop'>> {
  const port = await findPort()
  const url = `http://127.0.0.1:${port}`
  const environment = { SIMULATOR_PORT: String(port), RECADO_DATA: folder, PATH: process.env.PATH ?? '' }
  const log = join(folder, 'simulator.log')
  const child = startScript('test/whatsapp-simulator/src/main.ts', [], { environment, log })
  const answer = await eventually('the simulator answers', () =>
    fetch(`${url}/simulator/api/root-certificate`).catch(() => undefined),
  )
  const { publicKey } = (await answer.json()) as { publicKey: string }
  return { url, rootKey: publicKey, stop: child.stop }
}

/**
 * The socket service as a process, with the environment of its container and the rights of its task. Only NODE_ENV differs,
 * since in production the service connects only to the real WhatsApp.
 */
export async function startSocketService(
  container: Record<string, string>,
  simulator: Simulator,
  { taskRole, folder, emulator }: { taskRole: string; folder: string; emulator: Record<string, string> },
): Promise<Child> {
  const environment = {
    ...container,
    NODE_ENV: 'test',
    PATH: process.env.PATH ?? '',
    ...emulator,
    ...(await rightsOf(taskRole)),
    WHATSAPP_URL: `${simulator.url.replace('http:', 'ws:')}/ws/chat`,
    WHATSAPP_ROOT_KEY: simulator.rootKey,
  }
  return startScript('fargate-session/src/main.ts', [], {
    environment,
    log: join(folder, 'socket-service.log'),
  })
}

/** As ECS passes them to the container. */
async function rightsOf(RoleArn: string): Promise<Record<string, string>> {
  const command = new AssumeRoleCommand({ RoleArn, RoleSessionName: 'socket-service' })
  const { Credentials } = await new STSClient({}).send(command)
  const { AccessKeyId = '', SecretAccessKey = '', SessionToken = '' } = Credentials ?? {}
  return {
    AWS_ACCESS_KEY_ID: AccessKeyId,
    AWS_SECRET_ACCESS_KEY: SecretAccessKey,
    AWS_SESSION_TOKEN: SessionToken,
  }
}

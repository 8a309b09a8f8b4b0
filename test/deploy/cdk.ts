import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Assembly } from './assembly.ts'
import { bends } from './bends.ts'
import { startScript } from './child.ts'
import type { Emulator } from './emulator.ts'
import { environmentFor } from './ministack.ts'

/** A synthesis takes a minute on two cores, a deployment half of one. */
const LONGEST_MS = 10 * 60_000

/** The address that gets the first link into the deployment. */
export const OPERATOR = 'operadora@exemplo.test'

const SETTINGS = {
  // Not fetched, since no task of it runs: the emulator has no containers.
  socketImage: 'recado.example/socket-service:test',
  sessionTasks: '0',
  emailFrom: 'recado@exemplo.test',
  operatorEmail: OPERATOR,
  alarmEmail: OPERATOR,
}

/** The CDK's own command line, towards the emulator. */
export class Cdk {
  readonly #emulator: Emulator
  readonly #folder: string
  #runs = 0

  /** @param folder for assemblies and for cdk's output */
  constructor(emulator: Emulator, folder: string) {
    this.#emulator = emulator
    this.#folder = folder
  }

  /** `cdk synth` of the stack with the given settings, changed for the emulator. */
  async synth(settings: Record<string, string> = {}): Promise<Assembly> {
    const folder = join(this.#folder, `assembly-${this.#runs + 1}`)
    const context = Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ])
    await this.#run('synth', '--quiet', '--output', folder, ...context)
    const assembly = await Assembly.read(folder)
    for (const bend of bends) await bend.apply(assembly, this.#emulator)
    await assembly.write()
    return assembly
  }

  async bootstrap({ folder }: Assembly): Promise<string> {
    return this.#run('bootstrap', '--app', folder)
  }

  /** `cdk deploy`, with a change set as usual. @returns its output */
  async deploy({ folder }: Assembly): Promise<string> {
    return this.#run(
      'deploy',
      '--all',
      '--app',
      folder,
      '--require-approval',
      'never',
      '--progress',
      'events',
    )
  }

  /** @returns its output @throws with its last lines */
  async #run(command: string, ...args: string[]): Promise<string> {
    const log = join(this.#folder, `cdk-${++this.#runs}-${command}.log`)
    const environment = {
      ...essential(),
      ...environmentFor(this.#emulator),
      // Without colours and without questions.
      CI: 'true',
      NO_COLOR: '1',
      CDK_DISABLE_CLI_TELEMETRY: 'true',
    }
    const cdk = startScript('node_modules/aws-cdk/bin/cdk', [command, ...args], { environment, log })
    const limit = setTimeout(() => void cdk.stop(), LONGEST_MS)
    const status = await cdk.ended
    clearTimeout(limit)
    const said = readFileSync(log, 'utf8')
    if (status !== 0)
      throw new Error(`cdk ${command} failed (${status}):\n${said.split('\n').slice(-40).join('\n')}`)
    return said
  }
}

/** The part of our environment that a tool needs, without anything that leads to a real account. */
function essential(): Record<string, string> {
  const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env
  return { PATH, HOME, TMPDIR }
}

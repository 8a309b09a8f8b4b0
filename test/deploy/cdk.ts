import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Assembly } from './assembly.ts'
import { bends } from './bends.ts'
import { startScript } from './child.ts'
import type { Emulator } from './emulator.ts'
import { environmentFor, REGION } from './ministack.ts'

/** A synthesis takes a minute on two cores, a deployment half of one. */
const LONGEST_MS = 10 * 60_000

const CDK = 'node_modules/aws-cdk/bin/cdk'

/** The address that gets the first link into the deployment. */
export const OPERATOR = 'operadora@exemplo.test'

/** The name of the deployment, and of its stack. */
export const NAME = 'recado'

const SETTINGS = {
  region: REGION,
  // Not fetched, since no task of it runs: the emulator has no containers.
  socketImage: 'recado.example/socket-service:test',
  socketService: { tasks: 0 },
  emailFrom: 'recado@exemplo.test',
  operatorEmail: OPERATOR,
  alarmEmail: OPERATOR,
}

/** The command lines of an operator: the CDK's, `npm run deploy` and `npm run ops`, towards the emulator. */
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
  async synth(settings: object = {}): Promise<Assembly> {
    const folder = join(this.#folder, `assembly-${this.#runs + 1}`)
    this.write(settings)
    await this.#run('synth', CDK, 'synth', '--quiet', '--output', folder, '-c', `name=${NAME}`)
    const assembly = await Assembly.read(folder)
    for (const bend of bends) await bend.apply(assembly, this.#emulator)
    await assembly.write()
    return assembly
  }

  async bootstrap({ folder }: Assembly): Promise<string> {
    return this.#run('bootstrap', CDK, 'bootstrap', '--app', folder)
  }

  /** `npm run deploy`, with a change set as usual. @returns its output @throws with its last lines */
  async deploy({ folder }: Assembly, ...flags: string[]): Promise<string> {
    return this.#run(
      'deploy',
      'infra/operations/deploy/main.ts',
      NAME,
      ...flags,
      '--app',
      folder,
      '--require-approval',
      'never',
      '--progress',
      'events',
    )
  }

  /** `npm run ops`, with its questions answered. @returns its output */
  async ops(...words: string[]): Promise<string> {
    const script = 'infra/operations/commands/main.ts'
    return this.#run(words[0] ?? 'ops', script, ...words, '--name', NAME, '--yes')
  }

  /** The deployment's file, as an operator writes it. */
  write(settings: object): void {
    mkdirSync(this.#deployments, { recursive: true })
    const content = JSON.stringify({ ...SETTINGS, ...settings })
    writeFileSync(join(this.#deployments, `${NAME}.json`), content)
  }

  get #deployments(): string {
    return join(this.#folder, 'deployments')
  }

  /** @returns its output @throws with its last lines */
  async #run(what: string, script: string, ...args: string[]): Promise<string> {
    const log = join(this.#folder, `cdk-${++this.#runs}-${what}.log`)
    const environment = {
      ...essential(),
      ...environmentFor(this.#emulator),
      // Without colours and without questions.
      CI: 'true',
      NO_COLOR: '1',
      CDK_DISABLE_CLI_TELEMETRY: 'true',
      RECADO_DEPLOYMENTS: this.#deployments,
    }
    const cdk = startScript(script, args, { environment, log })
    const limit = setTimeout(() => void cdk.stop(), LONGEST_MS)
    const status = await cdk.ended
    clearTimeout(limit)
    const said = readFileSync(log, 'utf8')
    if (status !== 0)
      throw new Error(`${what} failed (${status}):\n${said.split('\n').slice(-40).join('\n')}`)
    return said
  }
}

/** The part of our environment that a tool needs, without anything that leads to a real account. */
function essential(): Record<string, string> {
  const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env
  return { PATH, HOME, TMPDIR }
}

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { chooseDeployment, deploymentsFolder, EXAMPLE, readDeployment } from '../../src/deployment-files.ts'
import { edgeStackName } from '../../src/edge-stack-name.ts'
import { ROOT } from '../../src/root.ts'
import { EXIT, OperationError } from '../command.ts'
import { explained } from '../explained.ts'
import { deployedNames } from '../stack-names.ts'
import { deployedSettings } from './deployed-settings.ts'
import { releaseFailedCreation } from './failed-creation.ts'
import { type DeployOptions, readOptions } from './options.ts'
import { changeProblem } from './refused-changes.ts'
import { shardsProblem } from './shards.ts'
import { vanishedSettings } from './vanished-settings.ts'

interface Surroundings {
  environment: NodeJS.ProcessEnv
  say(text: string): void
  /** Whether `ops pause` has stopped the deployment. */
  isPaused(name: string, region: string): Promise<boolean>
  /** Runs the CDK's command line. @returns its exit code */
  cdk(args: string[], environment: NodeJS.ProcessEnv): Promise<number>
}

const TERMINAL: Surroundings = {
  environment: process.env,
  say: (text) => void process.stderr.write(`${text}\n`),
  isPaused,
  cdk: runCdk,
}

/**
 * Deploys all stacks of a deployment in its region. Refuses if a setting that the deployed stack has is missing in the
 * file, because CloudFormation would remove what the setting made.
 * @returns the process's exit code
 */
export async function deploy(argv: string[], around: Surroundings = TERMINAL): Promise<number> {
  try {
    return await carryOut(readOptions(argv), around)
  } catch (error) {
    const told = explained(error)
    if (!told) throw error
    around.say(told.message)
    return told.name === 'UsageError' ? EXIT.misused : EXIT.failed
  }
}

async function carryOut(options: DeployOptions, around: Surroundings): Promise<number> {
  const { environment, say, cdk } = around
  const folder = deploymentsFolder(environment)
  const name = chooseDeployment(options.name, folder)
  if (name === EXAMPLE) throw new OperationError(`${EXAMPLE} shows the format and is never deployed.`)
  const settings = readDeployment(name, folder)
  const { region } = settings
  const before = await deployedSettings({ name, region })
  if (!before && !options.isFirst)
    throw new OperationError(
      `There is no deployment ${name} in ${region} with these credentials. If it is its first one, pass --first.`,
    )
  const vanished = vanishedSettings(before ?? {}, settings.written)
  const stray = options.dropped.find((setting) => !vanished.includes(setting))
  if (stray !== undefined) throw new OperationError(`--drop ${stray}: this setting has not vanished.`)
  const kept = vanished.filter((setting) => !options.dropped.includes(setting))
  if (kept.length > 0) {
    const flags = kept.map((setting) => `--drop ${setting}`).join(' ')
    throw new OperationError(
      `${name} was deployed with settings that deployments/${name}.json no longer has:\n` +
        `${kept.map((setting) => `  ${setting}`).join('\n')}\n` +
        `A deployment would remove what they made. Add them again, or pass ${flags}`,
    )
  }
  if (before) await refuseChanges(before, settings.written, () => around.isPaused(name, region))
  const { domain } = settings
  const edge = domain ? [{ name: edgeStackName(name, domain), region: 'us-east-1' }] : []
  for (const stack of [...edge, { name, region }]) {
    if (await releaseFailedCreation(stack)) say(`The stack ${stack.name} was never created; it is made anew.`)
  }
  say(`Deploying ${name} to ${region}.`)
  const args = ['deploy', '--all', '-c', `name=${name}`, ...options.forCdk]
  return cdk(args, { ...environment, AWS_REGION: region, AWS_DEFAULT_REGION: region })
}

/** @throws OperationError for a change that would break the running deployment */
async function refuseChanges(before: object, after: object, isPaused: () => Promise<boolean>): Promise<void> {
  const problem =
    (await shardsProblem(before, after, isPaused)) ?? (await changeProblem(before, after, isPaused))
  if (problem) throw new OperationError(problem)
}

async function isPaused(name: string, region: string): Promise<boolean> {
  // The clients of the consumers take the region from here.
  process.env.AWS_REGION = region
  const { consumers } = await deployedNames(name, region)
  return (await consumers?.areStopped()) ?? false
}

function runCdk(args: string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(process.execPath, [join(ROOT, 'node_modules/aws-cdk/bin/cdk'), ...args], {
    cwd: ROOT,
    env: environment,
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

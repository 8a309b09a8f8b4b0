import { createInterface } from 'node:readline/promises'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { type BareCall, type Command, EXIT, type Exit, OperationError, UsageError } from '../command.ts'
import { openDeployment } from '../deployment.ts'
import { explained } from '../explained.ts'
import { helpOf, helpOfAll } from '../help.ts'
import { Printer } from '../printer.ts'
import { connections } from './connections.ts'
import { drain } from './drain.ts'
import { inviteOperator } from './invite-operator.ts'
import { migrate } from './migrate.ts'
import { moveCompany } from './move-company.ts'
import { pause } from './pause.ts'
import { preflight } from './preflight.ts'
import { queues } from './queues.ts'
import { raiseFences } from './raise-fences.ts'
import { requeue } from './requeue.ts'
import { reshard } from './reshard.ts'
import { restore } from './restore.ts'
import { resume } from './resume.ts'
import { rotate } from './rotate.ts'
import { settleRestored } from './settle-restored.ts'
import { tasks } from './tasks.ts'
import { verify } from './verify.ts'

const COMMANDS: Readonly<Record<string, Command>> = {
  preflight,
  'invite-operator': inviteOperator,
  connections,
  tasks,
  drain,
  queues,
  requeue,
  verify,
  migrate,
  'move-company': moveCompany,
  rotate,
  pause,
  restore,
  'raise-fences': raiseFences,
  'settle-restored': settleRestored,
  reshard,
  resume,
}

const EVERYWHERE = {
  help: { type: 'boolean', short: 'h' },
  local: { type: 'boolean' },
  name: { type: 'string' },
  context: { type: 'string', short: 'c', multiple: true },
  json: { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
} satisfies ParseArgsOptionsConfig

/** Outputs of a command, the process's own by default. */
interface Surroundings {
  write(text: string): void
  say(text: string): void
  /** Whether a person can be asked. */
  isInteractive: boolean
}

const TERMINAL: Surroundings = {
  write: (text) => void process.stdout.write(text),
  say: (text) => void process.stderr.write(text),
  isInteractive: Boolean(process.stdin.isTTY),
}

/** Runs a command line. @returns the process's exit code */
export async function operate(argv: string[], around: Surroundings = TERMINAL): Promise<Exit> {
  try {
    return await carryOut(argv, around)
  } catch (error) {
    const told = explained(error)
    if (!told) throw error
    around.say(`${told.message}\n`)
    return told.name === 'UsageError' ? EXIT.misused : EXIT.failed
  }
}

async function carryOut(argv: string[], around: Surroundings): Promise<Exit> {
  const [name, command] = commandIn(argv)
  if (!command) {
    around.write(helpOfAll(COMMANDS))
    return argv.length > 0 ? EXIT.done : EXIT.misused
  }
  const { values, positionals } = parsed(argv, command)
  if (values.help) {
    around.write(helpOf(name, command))
    return EXIT.done
  }
  const [, ...args] = positionals
  const [fewest, most] = command.args
  if (args.length < fewest || args.length > most)
    throw new UsageError(`Usage: ops ${name} ${command.takes}\n\`ops ${name} --help\` shows its options.`)
  const named = nameIn(values)
  const given = Object.entries(values)
  const call: BareCall = {
    args,
    name: named,
    flags: new Set(given.flatMap(([option, value]) => (value === true ? [option] : []))),
    values: new Map(given.flatMap(([option, value]) => (typeof value === 'string' ? [[option, value]] : []))),
    print: new Printer(values.json === true, around.write, around.say),
    confirm: (question) => (values.yes ? Promise.resolve(true) : ask(question, around)),
  }
  if ('runBare' in command) return command.runBare(call)
  const isLocal = values.local === true
  const deployment = await openDeployment({ isLocal, name: named })
  return command.run({ ...call, isLocal, deployment })
}

/** The first word that is not an option is the command's name. */
function commandIn(argv: string[]): [name: string, command: Command | undefined] {
  const { positionals } = parseArgs({
    args: argv,
    options: EVERYWHERE,
    strict: false,
    allowPositionals: true,
  })
  const [name] = positionals
  if (name === undefined) {
    const stray = argv.find((word) => word !== '--help' && word !== '-h')
    if (stray) throw new UsageError(`Which command? \`ops --help\` lists them.`)
    return ['', undefined]
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command)
    throw new UsageError(`There is no command ${name}. There are ${Object.keys(COMMANDS).join(', ')}.`)
  return [name, command]
}

function parsed(argv: string[], command: Command) {
  const options: ParseArgsOptionsConfig = { ...EVERYWHERE, ...command.options }
  try {
    return parseArgs({ args: argv, options, allowPositionals: true })
  } catch (error) {
    if (error instanceof TypeError && 'code' in error) throw new UsageError(error.message)
    throw error
  }
}

/** `--name recado`, or `-c name=recado` as in `cdk deploy`. */
function nameIn(values: Record<string, unknown>): string | undefined {
  const contexts = Array.isArray(values.context) ? values.context.map(String) : []
  const stray = contexts.find((context) => !context.startsWith('name='))
  if (stray !== undefined) throw new UsageError(`-c takes name=<deployment>, not ${stray}.`)
  const [named] = contexts.map((context) => context.slice('name='.length))
  return typeof values.name === 'string' ? values.name : named
}

async function ask(question: string, { isInteractive }: Surroundings): Promise<boolean> {
  if (!isInteractive) throw new OperationError(`${question} Nobody can answer here: pass --yes.`)
  const asking = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await asking.question(`${question} [y/N] `)
  asking.close()
  return /^y(es)?$/i.test(answer.trim())
}

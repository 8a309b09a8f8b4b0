import type { ParseArgsOptionsConfig } from 'node:util'
import type { Deployment } from './deployment.ts'
import type { Printer } from './printer.ts'

/** Exit codes. */
export const EXIT = {
  done: 0,
  /** The command failed. */
  failed: 1,
  /** The command line is wrong. */
  misused: 2,
  /** A check found a problem. */
  found: 3,
} as const
export type Exit = (typeof EXIT)[keyof typeof EXIT]

/** Input of a command that needs no deployment. */
export interface BareCall {
  /** Arguments after the command's name. */
  args: string[]
  /** The command's own options in this call. */
  flags: ReadonlySet<string>
  values: ReadonlyMap<string, string>
  /** Name of the deployment as given. */
  name: string | undefined
  print: Printer
  /** Asks a person for confirmation; `--yes` skips the question. @throws OperationError without a terminal */
  confirm(question: string): Promise<boolean>
}

/** Input of a command. */
export interface Call extends BareCall {
  deployment: Deployment
  /** Whether it is a system on this machine: `--local`. */
  isLocal: boolean
}

interface Described {
  /** Arguments in the help text: `<queue>`. */
  takes: string
  /** Least and largest number of arguments. */
  args: readonly [number, number]
  summary: string
  /** Further help text. */
  details: string
  options: ParseArgsOptionsConfig
  /** Help text of each option. */
  optionHelp: Readonly<Record<string, string>>
}

/** A command on a deployment. */
export interface DeploymentCommand extends Described {
  run(call: Call): Promise<Exit>
}

/** A command before there is a deployment. */
export interface BareCommand extends Described {
  runBare(call: BareCall): Promise<Exit>
}

export type Command = DeploymentCommand | BareCommand

/** A problem that a person can solve. Printed without a stack trace. */
export class OperationError extends Error {
  override name = 'OperationError'
}

/** A wrong command line. Printed with a hint to the help. */
export class UsageError extends Error {
  override name = 'UsageError'
}

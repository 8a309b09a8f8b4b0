import type { ParseArgsOptionsConfig } from 'node:util'
import type { Deployment } from './deployment.ts'
import type { Printer } from './printer.ts'

/** How a command ended, as its process says it. */
export const EXIT = {
  done: 0,
  /** It could not be done. */
  failed: 1,
  /** The command line cannot be understood. */
  misused: 2,
  /** A look found something that is not as it should be. */
  found: 3,
} as const
export type Exit = (typeof EXIT)[keyof typeof EXIT]

/** What a command is called with. */
export interface Call {
  /** What stands behind the command's name. */
  args: string[]
  /** The command's own options that were given. */
  flags: ReadonlySet<string>
  values: ReadonlyMap<string, string>
  deployment: Deployment
  print: Printer
  /** Asks a person, unless `--yes` answers for them. @throws OperationError where there is nobody to ask */
  confirm(question: string): Promise<boolean>
}

export interface Command {
  /** What follows the command's name: `<queue>`. */
  takes: string
  /** How many arguments at least and at most. */
  args: readonly [number, number]
  summary: string
  /** What else one should know before one uses it. */
  details: string
  options: ParseArgsOptionsConfig
  /** Each option with what it does. */
  optionHelp: Readonly<Record<string, string>>
  run(call: Call): Promise<Exit>
}

/** Something stands in the way that a person can do something about: told without a stack trace. */
export class OperationError extends Error {
  override name = 'OperationError'
}

/** The command line is wrong: told together with where help is. */
export class UsageError extends Error {
  override name = 'UsageError'
}

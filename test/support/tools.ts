import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Runs a tool to its end. @throws with its command line when it fails */
export function run(command: string, args: readonly string[], folder?: string): void {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], cwd: folder })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${error ?? `status ${status}`}`)
}

export const succeeds = (command: string, args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0

/** A tool's output and error output. */
export function outputOf(command: string, args: readonly string[]): string {
  const { stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  return stdout + stderr
}

/** Debian's packages, if this user may install packages. */
export function systemPackages(what: string, packages: readonly string[]): void {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return
  console.log(`Installing ${what} from the system packages (once)…`)
  run('apt-get', ['update', '-qq'])
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages])
}

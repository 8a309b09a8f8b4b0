import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { outputOf } from './tools.ts'

const running = new Set<ChildProcess>()

/**
 * Runs a script of Node to its end, with what it says among ours. In a group of its own: Ctrl-C would end it before one
 * knew what it has started, and {@link killScripts} ends that too.
 * @returns its exit status
 */
export async function runScript(
  script: string,
  args: readonly string[],
  { folder, environment }: { folder: string; environment: NodeJS.ProcessEnv },
): Promise<number> {
  const child = spawn(process.execPath, ['--no-warnings', script, ...args], {
    ...{ cwd: folder, env: environment, detached: true },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  running.add(child)
  const [code] = await once(child, 'exit')
  running.delete(child)
  return code ?? 1
}

/** Ends the scripts that run, with the systems that they test, whose parts are in groups of their own. */
export function killScripts(): void {
  for (const { pid } of running) {
    if (pid === undefined) continue
    for (const each of [pid, ...descendantsOf(pid)].filter(isAlive)) process.kill(each, 'SIGKILL')
  }
}

/** The processes that a process has started, and theirs. */
export function descendantsOf(pid: number): number[] {
  const pairs = outputOf('ps', ['-A', '-o', 'pid=,ppid='])
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const below = (parent: number): number[] =>
    pairs.flatMap(([child = 0, its]) => (its === parent ? [child, ...below(child)] : []))
  return below(pid)
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

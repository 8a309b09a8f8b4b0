import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { descendantsOf, isAlive } from './processes.ts'

interface Options {
  environment: NodeJS.ProcessEnv
  folder: string
  /** Output: an open file, or this process's own output. */
  output: number | 'inherit'
}

const running = new Set<() => void>()

/**
 * Runs a command in its own process group. Ctrl-C does not end it before its children are known, and it ends with
 * all of its descendants, whatever they do.
 * @returns its exit status at its end
 */
export function startGroup(
  command: string,
  args: readonly string[],
  { environment, folder, output }: Options,
): Promise<number> {
  const child = spawn(command, args, {
    cwd: folder,
    env: environment,
    detached: true,
    stdio: ['ignore', output, output],
  })
  const kill = () => {
    running.delete(kill)
    if (child.pid === undefined) return
    // Tested systems have their parts in other groups.
    const elsewhere = descendantsOf(child.pid)
    for (const pid of [-child.pid, ...elsewhere].filter(isAlive)) process.kill(pid, 'SIGKILL')
  }
  running.add(kill)
  return once(child, 'exit')
    .then(([code]) => code ?? 1)
    .finally(kill)
}

/** Kills everything started here, at once. */
export function killAll(): void {
  for (const kill of running) kill()
}

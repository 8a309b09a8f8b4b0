import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { descendantsOf, isAlive } from './processes.ts'

interface Options {
  environment: NodeJS.ProcessEnv
  folder: string
  /** Where its output goes: an open file, or to where ours goes. */
  output: number | 'inherit'
}

const running = new Set<() => void>()

/**
 * Runs a command in a process group of its own: Ctrl-C does not end it before one knows what it has started, and it ends
 * with all that it starts, and that they start, whatever they are at.
 * @returns its exit status, once it has ended
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
    // Systems that are tested have their parts in groups of their own.
    const elsewhere = descendantsOf(child.pid)
    for (const pid of [-child.pid, ...elsewhere].filter(isAlive)) process.kill(pid, 'SIGKILL')
  }
  running.add(kill)
  return once(child, 'exit')
    .then(([code]) => code ?? 1)
    .finally(kill)
}

/** Ends everything that was started here, now. */
export function killAll(): void {
  for (const kill of running) kill()
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'

interface Options {
  environment: Record<string, string>
  folder: string
  /** Where its output goes: an open file, or to where ours goes. */
  output: number | 'inherit'
}

const running = new Set<() => void>()

/**
 * Runs a command in a process group of its own: it ends with all that it starts, and that they start, whatever they are at.
 * @returns its exit status, once it has ended
 */
export function startGroup(
  command: string,
  args: readonly string[],
  { environment, folder, output }: Options,
): Promise<number> {
  const child = spawn(command, args, {
    ...{ cwd: folder, env: environment, detached: true },
    stdio: ['ignore', output, output],
  })
  const kill = () => {
    running.delete(kill)
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // All of it has ended.
    }
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

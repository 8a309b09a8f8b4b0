import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const MAIN = join(import.meta.dirname, '../../fargate-session/src/main.ts')

/** Another task of the socket service beside the system's own, as a deployment would start it. */
export class SessionTask {
  readonly #child: ChildProcess

  /** Resolves when it has leased its share. The system's addresses stand in the environment. */
  static async start(): Promise<SessionTask> {
    const child = spawn(process.execPath, ['--no-warnings', MAIN], { stdio: ['ignore', 'pipe', 'ignore'] })
    const task = new SessionTask(child)
    for await (const chunk of child.stdout ?? []) if (String(chunk).includes('ready')) break
    return task
  }

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  /** `kill -9`. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  /** As a deployment ends a task: it finishes what is in flight and gives its leases back. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM')
  }

  /** The process stands still, as on a machine without memory, and does not know it. */
  pause(): void {
    this.#child.kill('SIGSTOP')
  }

  wake(): void {
    this.#child.kill('SIGCONT')
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const ended = once(this.#child, 'exit')
    this.#child.kill(signal)
    await ended
  }
}

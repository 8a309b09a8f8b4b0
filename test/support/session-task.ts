import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { atMost } from './eventually.ts'

const MAIN = join(import.meta.dirname, '../../fargate-session/src/main.ts')

/** Another task of the socket service next to the system's own, as in a deployment. */
export class SessionTask {
  readonly #child: ChildProcess

  /** Resolves when the task has leased its share. The environment has the system's addresses. */
  static async start(): Promise<SessionTask> {
    const child = spawn(process.execPath, ['--no-warnings', MAIN], {
      // Not this process's own output: a task left behind would hold it open, and the test runner would wait for it.
      stdio: ['ignore', 'pipe', 'ignore'],
      // The task logs its readiness at this level.
      env: { ...process.env, LOG_LEVEL: 'info' },
    })
    const task = new SessionTask(child)
    // A test that fails half-way leaves no task behind.
    process.once('exit', () => child.kill('SIGKILL'))
    await saysReady(child)
    return task
  }

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  /** `kill -9`. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  /** Ends the task like a deployment: it finishes its work under way and returns its leases. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM')
  }

  /** Suspends the process without its knowledge, as on a machine without memory. */
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

const READY_WITHIN_MS = 60_000

/** @throws if the process ends before it is ready, or is not ready in time; then it is killed */
async function saysReady(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const late = setTimeout(() => reject(new Error('the task did not start')), atMost(READY_WITHIN_MS))
  // The output is read to the end: a process with a full output pipe stands still.
  child.stdout?.on('data', (chunk) => String(chunk).includes('session service ready') && resolve())
  child.once('exit', (code, signal) => reject(new Error(`the task ended with ${signal ?? code}`)))
  try {
    await promise
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  } finally {
    clearTimeout(late)
  }
}

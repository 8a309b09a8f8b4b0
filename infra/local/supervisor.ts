import { type ChildProcess, spawn } from 'node:child_process'
import { rename, writeFile } from 'node:fs/promises'

/** A part of the system: one process, restarted when it dies. */
export interface Part {
  name: string
  command: string
  args: string[]
  environment: Record<string, string>
  /** Whether it answers. */
  isReady(): Promise<boolean>
}

/** Pause before a dead part is restarted, in milliseconds. */
const RESTART_MS = 300
const READY_WITHIN_MS = 60_000
const ASK_EVERY_MS = 50
/** Time for a part to end after the signal, in milliseconds. Then it is killed. */
const END_WITHIN_MS = 20_000

/** Starts parts, keeps them running, and stores their process ids in a file. */
export class Supervisor {
  readonly #running = new Map<string, ChildProcess>()
  readonly #pidFile: string
  #stopping = false
  #written: Promise<void> = Promise.resolve()

  constructor(pidFile: string) {
    this.#pidFile = pidFile
  }

  /** Starts a part and waits until it answers. */
  async start(part: Part): Promise<void> {
    this.#spawn(part)
    const deadline = Date.now() + READY_WITHIN_MS
    while (!(await part.isReady().catch(() => false))) {
      // A stop during the start: the start never resolves, and only the stop is awaited.
      if (this.#stopping) return new Promise(() => undefined)
      if (Date.now() > deadline) throw new Error(`${part.name} did not start`)
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
    }
  }

  /** Ends all parts, the last started first. */
  async stop(): Promise<void> {
    this.#stopping = true
    for (const [, child] of [...this.#running].reverse()) await end(child)
    await this.#writePids()
  }

  #spawn(part: Part): void {
    const environment = { ...process.env, ...part.environment }
    // In its own process group, so that Ctrl-C reaches only the supervisor, and the parts end in order.
    const child = spawn(part.command, part.args, {
      env: environment,
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
    })
    this.#running.set(part.name, child)
    child.once('exit', (code, signal) => {
      this.#running.delete(part.name)
      if (this.#stopping) return
      console.error(`${part.name} ended (${signal ?? code}); starting it again`)
      setTimeout(() => this.#stopping || this.#spawn(part), RESTART_MS)
    })
    child.once('error', (error) => console.error(`${part.name}: ${error.message}`))
    void this.#writePids()
  }

  /** `{ "gateway": 1, "workers": [2], "session": [3], … }`: parts that can run several times are lists. */
  #writePids(): Promise<void> {
    const several = new Set(['workers', 'session'])
    const pids = Object.fromEntries(
      [...this.#running].map(([name, { pid }]) => [name, several.has(name) ? [pid] : pid]),
    )
    this.#written = this.#written.then(async () => {
      await writeFile(`${this.#pidFile}.new`, JSON.stringify(pids))
      await rename(`${this.#pidFile}.new`, this.#pidFile)
    })
    return this.#written
  }
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    const killing = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS)
    child.once('exit', () => {
      clearTimeout(killing)
      resolve()
    })
    child.kill('SIGTERM')
  })
}

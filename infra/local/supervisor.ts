import { type ChildProcess, spawn } from 'node:child_process'
import { rename, writeFile } from 'node:fs/promises'

/** A part of the system: one process, started again when it dies. */
export interface Part {
  name: string
  command: string
  args: string[]
  environment: Record<string, string>
  /** Whether it answers. */
  isReady(): Promise<boolean>
}

/** A part that died starts again after this long, in milliseconds. */
const RESTART_MS = 300
const READY_WITHIN_MS = 60_000
const ASK_EVERY_MS = 50
/** A part that does not end when asked is killed after this long, in milliseconds. */
const END_WITHIN_MS = 20_000

/** Starts parts, keeps them running, and writes down their process ids. */
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
      // Whoever stops it while it starts waits for the stop, and for nothing more.
      if (this.#stopping) return new Promise(() => undefined)
      if (Date.now() > deadline) throw new Error(`${part.name} did not start`)
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
    }
  }

  /** Ends parts, the last started first. */
  async stop(): Promise<void> {
    this.#stopping = true
    for (const [, child] of [...this.#running].reverse()) await end(child)
    await this.#writePids()
  }

  #spawn(part: Part): void {
    const environment = { ...process.env, ...part.environment }
    // A group of its own, so that Ctrl-C reaches the supervisor alone and parts end in order.
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

  /** `{ "gateway": 1, "workers": [2], "session": [3], … }`: those of which there may be several as lists. */
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

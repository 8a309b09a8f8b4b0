import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { ROOT } from '../../infra/src/root.ts'

interface Options {
  environment: Record<string, string>
  /** The file that its output is appended to. */
  log: string
}

export interface Child {
  /** Its exit status, after its end. */
  ended: Promise<number>
  /** Asks it to end, and waits for its end. */
  stop(): Promise<void>
}

/** Runs a script with our Node, in our process group, so run.ts always ends it with us. */
export function startScript(path: string, args: readonly string[], { environment, log }: Options): Child {
  const output = openSync(log, 'a')
  const child = spawn(process.execPath, ['--no-warnings', path, ...args], {
    cwd: ROOT,
    env: environment,
    stdio: ['ignore', output, output],
  })
  const ended = once(child, 'exit').then(([code]) => code ?? 1)
  return {
    ended,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

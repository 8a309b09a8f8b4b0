import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { Layout } from '../../infra/local/layout.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address that returns the shared system, and starts it at the first call. */
    systemKeeper: string
  }
}

/** Keeps the system that test files share (`test-system.ts`) for the whole run of vitest. */
export default async function keepSystem({ provide }: TestProject): Promise<() => Promise<void>> {
  let starting: Promise<Running> | undefined
  const server = createServer(async (_, response) => {
    starting ??= startProcess()
    const { layout } = await starting.catch((error: unknown) => ({ layout: String(error) }))
    response.writeHead(typeof layout === 'string' ? 500 : 200).end(JSON.stringify(layout))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  provide('systemKeeper', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return async () => {
    server.close()
    server.closeAllConnections()
    const child = (await starting?.catch(() => undefined))?.child
    if (!child?.connected) return
    const ended = once(child, 'exit')
    child.disconnect()
    const late = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS)
    await ended
    clearTimeout(late)
  }
}

/** Each of the system's parts has twenty seconds to end. */
const ENDS_WITHIN_MS = 120_000

interface Running {
  child: ChildProcess
  layout: Layout
}

/** A separate process: a system's environment variables must not reach files that start another system. */
async function startProcess(): Promise<Running> {
  const child = fork(join(import.meta.dirname, 'system-process.ts'), { execArgv: ['--no-warnings'] })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the process of the shared system ended with ${code}`)
  })
  const [layout] = (await Promise.race([once(child, 'message'), ended])) as [Layout]
  ended.catch(() => undefined)
  return { child, layout }
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PlatformAccount } from '../../infra/local/platform/account.ts'
import { answerCall } from '../../infra/local/platform/answer-call.ts'

/** Faults of a platform. */
export type Fault =
  | 'none'
  | 'status 500'
  | 'garbage'
  | 'redirect'
  | 'too long'
  | 'silent'
  | 'hung up'
  | 'wrong shape'

/** The local system's multi-attendance platform in the test's own process, with faults. It answers as both kinds. */
export class IntegrationStandIn extends PlatformAccount {
  override readonly tokens = new Set(['um-token-de-teste-1234'])
  /** Refused numbers. */
  readonly refused = new Set<string>()
  /** Requests, as `GET /api/me`. */
  readonly asked: string[] = []
  fault: Fault = 'none'
  readonly #server = createServer((request, response) => void this.#answer(request, response))

  static async start(): Promise<IntegrationStandIn> {
    const standIn = new IntegrationStandIn()
    await new Promise<void>((resolve) => standIn.#server.listen(0, '127.0.0.1', resolve))
    return standIn
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** Creates a tag with this many contacts, each with its own number. */
  fill(tag: string, count: number): void {
    const contacts = Array.from({ length: count }, (_, at) => ({
      name: `Pessoa ${at}`,
      number: `55119${String(80_000_000 + at)}`,
      email: '',
    }))
    this.tags.set(tag, contacts)
  }

  protected override accepts(number: string): boolean {
    return !this.refused.has(number) && super.accepts(number)
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.asked.push(`${request.method} ${request.url?.replace(/\?.*/, '')}`)
    if (this.fault !== 'none') return misbehave(this.fault, response)
    await answerCall(this, request, response)
  }
}

function misbehave(fault: Fault, response: ServerResponse) {
  if (fault === 'status 500') return write(response, 500, { error: 'boom' })
  if (fault === 'wrong shape') return write(response, 200, { tags: 'none', payload: 7 })
  if (fault === 'redirect') {
    response.writeHead(302, { location: 'http://127.0.0.1:9/api/me' }).end()
    return
  }
  if (fault === 'hung up') {
    response.destroy()
    return
  }
  if (fault === 'silent') return
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(fault === 'garbage' ? '<html>' : `"${'a'.repeat(5 * 1024 * 1024)}"`)
}

function write(response: ServerResponse, status: number, answer: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
}

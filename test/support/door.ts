import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A call of AWS's JSON protocol. */
export interface AwsCall {
  /** AWS's name of the operation: `PutItem`, `SendMessage`, … */
  operation: string
  body: Record<string, unknown>
}

/** An answer to a call, with its text. */
export interface AwsAnswer {
  isOk: boolean
  text: string
}

interface Watch {
  /** The call as it is passed on. */
  passOn?(call: AwsCall): Record<string, unknown>
  answered(call: AwsCall, answer: AwsAnswer): void
}

/** A proxy in front of an emulator that sees every call of AWS's JSON protocol, and passes on everything else. */
export class Door {
  readonly #server: Server
  readonly #behind: string
  readonly #watch: Watch

  /** @param behind address of an emulator */
  static async before(behind: string, watch: Watch): Promise<Door> {
    const door = new Door(behind, watch)
    door.#server.listen(0, '127.0.0.1')
    await once(door.#server, 'listening')
    return door
  }

  private constructor(behind: string, watch: Watch) {
    this.#behind = behind
    this.#watch = watch
    this.#server = createServer((request, response) => {
      this.#forward(request, response).catch((error: unknown) => response.destroy(error as Error))
    })
  }

  get address(): string {
    const { port } = this.#server.address() as AddressInfo
    return `http://127.0.0.1:${port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const given = await bytesOf(request)
    const call = callOf(request, given)
    const body = call ? JSON.stringify(this.#watch.passOn?.(call) ?? call.body) : given
    // An ended long poll must not receive messages that its caller never sees.
    const hungUp = new AbortController()
    response.once('close', () => hungUp.abort())
    const answer = await fetch(this.#behind + request.url, {
      method: request.method ?? 'GET',
      headers: headersOf(request),
      signal: hungUp.signal,
      ...(given.length > 0 && { body }),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (call) this.#watch.answered(call, { isOk: answer.ok, text: bytes.toString() })
    const {
      'content-encoding': _decoded,
      'transfer-encoding': _whole,
      ...headers
    } = Object.fromEntries(answer.headers)
    response.writeHead(answer.status, { ...headers, 'content-length': bytes.length })
    response.end(bytes)
  }
}

function callOf({ headers }: IncomingMessage, body: Buffer): AwsCall | undefined {
  const [, operation] = String(headers['x-amz-target'] ?? '').split('.')
  return operation ? { operation, body: JSON.parse(body.toString()) } : undefined
}

const headersOf = ({ headers }: IncomingMessage): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    ['host', 'content-length', 'connection', 'transfer-encoding', 'expect'].includes(name)
      ? []
      : [[name, String(value)]],
  )

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { IntegrationKind } from '@recado/shared/integration/kind'

export interface StandInContact {
  name: string
  number: string
  email?: string
}

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

/** Chatwoot returns 15 contacts per page, and the other platform 100 here. */
const PAGE_SIZES = { sacmais: 100, chatwoot: 15 }
const ACCOUNT = 7

/** A minimal multi-attendance platform of either kind, on this machine. */
export class IntegrationStandIn {
  readonly kind: IntegrationKind
  /** Accepted tokens. */
  readonly tokens = new Set(['um-token-de-teste-1234'])
  /** Tags by name, with their contacts. */
  readonly tags = new Map<string, StandInContact[]>()
  readonly queues = ['Vendas', 'Suporte']
  /** Contacts handed over, in order. */
  readonly saved: StandInContact[] = []
  /** Refused numbers. */
  readonly refused = new Set<string>()
  /** Requests, as `GET /api/me`. */
  readonly asked: string[] = []
  fault: Fault = 'none'
  readonly #server: Server

  private constructor(kind: IntegrationKind) {
    this.kind = kind
    this.#server = createServer((request, response) => void this.#answer(request, response))
  }

  static async start(kind: IntegrationKind): Promise<IntegrationStandIn> {
    const standIn = new IntegrationStandIn(kind)
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

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.address)
    this.asked.push(`${request.method} ${url.pathname}`)
    if (this.fault !== 'none') return misbehave(this.fault, response)
    const token = this.kind === 'sacmais' ? bearerOf(request) : String(request.headers.api_access_token)
    if (!this.tokens.has(token)) return write(response, 401, { error: 'Invalid token' })
    const body = request.method === 'POST' ? await bodyOf(request) : undefined
    const [status, answer] = this.kind === 'sacmais' ? this.#sacmais(url, body) : this.#chatwoot(url, body)
    write(response, status, answer)
  }

  #sacmais(url: URL, body: Record<string, string> | undefined): [number, unknown] {
    const page = Number(url.searchParams.get('pageNumber') ?? 1)
    const [, ofTag] = /^\/api\/tags\/(\w+)\/contacts$/.exec(url.pathname) ?? []
    if (url.pathname === '/api/me') return [200, { id: 1, name: 'Loja' }]
    if (url.pathname === '/api/tags') return [200, { tags: this.#listed(), hasMore: false }]
    if (url.pathname === '/api/queues') return [200, this.queues.map((name, id) => ({ id, name }))]
    if (url.pathname === '/api/contacts' && body) return this.#save(body.name, body.number, body.email)
    if (!ofTag) return [404, { error: 'Not found' }]
    const contacts = [...this.tags.values()][Number(ofTag) - 1]
    if (!contacts) return [404, { error: 'No such tag' }]
    const { sacmais: size } = PAGE_SIZES
    return [
      200,
      { contacts: contacts.slice((page - 1) * size, page * size), hasMore: page * size < contacts.length },
    ]
  }

  #listed() {
    return [...this.tags].map(([name, contacts], at) => ({
      id: at + 1,
      name,
      color: '#1f9d55',
      contactsCount: contacts.length,
    }))
  }

  #chatwoot(url: URL, body: Record<string, string> | undefined): [number, unknown] {
    const account = `/api/v1/accounts/${ACCOUNT}`
    if (url.pathname === '/api/v1/profile')
      return [200, { id: 3, account_id: ACCOUNT, accounts: [{ id: ACCOUNT }] }]
    if (url.pathname === `${account}/labels`)
      return [200, { payload: this.#listed().map(({ id, name, color }) => ({ id, title: name, color })) }]
    if (url.pathname === `${account}/teams`) return [200, this.queues.map((name, id) => ({ id, name }))]
    if (url.pathname !== `${account}/contacts`) return [404, { error: 'Resource could not be found' }]
    if (body) return this.#save(body.name, (body.phone_number ?? '').replace('+', ''), body.email)
    const contacts = this.tags.get(url.searchParams.get('labels[]') ?? '') ?? []
    const page = Number(url.searchParams.get('page') ?? 1)
    const { chatwoot: size } = PAGE_SIZES
    const payload = contacts.slice((page - 1) * size, page * size).map(({ name, number, email }) => ({
      name,
      phone_number: `+${number}`,
      email: email || null,
    }))
    return [200, { meta: { count: contacts.length, current_page: page }, payload }]
  }

  #save(name = '', number = '', email = ''): [number, unknown] {
    if (this.refused.has(number)) return [422, { message: 'Phone number should be in e164 format' }]
    const taken = { message: 'Phone number has already been taken' }
    if (this.saved.some((known) => known.number === number))
      return [this.kind === 'sacmais' ? 409 : 422, taken]
    this.saved.push({ name, number, email })
    return [200, { payload: { contact: { id: this.saved.length } } }]
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

const bearerOf = ({ headers }: IncomingMessage) => (headers.authorization ?? '').replace('Bearer ', '')

async function bodyOf(request: IncomingMessage): Promise<Record<string, string>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

import { answerOf, callOf, failureOf } from '@recado/shared/http/client'
import type { RequestOf, ResponseOf, Route } from '@recado/shared/http/contract'
import { sessionRoutes } from '@recado/shared/sessions/routes'
import * as z from 'zod'

/** A signed-in person of the demo, who calls the API like a browser. */
export class Client {
  readonly #origin: string
  readonly #token: string | undefined

  private constructor(origin: string, token?: string) {
    this.#origin = origin
    this.#token = token
  }

  static async signIn(origin: string, email: string, password: string): Promise<Client> {
    const { token } = await new Client(origin).call(sessionRoutes.login, { email, password })
    return new Client(origin, token)
  }

  /** @throws ApiError for a refusal */
  async call<R extends Route>(route: R, request: RequestOf<R> & object): Promise<ResponseOf<R>> {
    const { method, path, query, headers, body } = callOf(route, request)
    const search = new URLSearchParams(query).toString()
    const response = await fetch(`${this.#origin}/api${path}${search ? `?${search}` : ''}`, {
      method,
      headers: {
        ...headers,
        ...(this.#token && { authorization: `Bearer ${this.#token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw failureOf(response.status, text)
    return answerOf(route, {
      text: async () => text,
      bytes: async () => new TextEncoder().encode(text),
      headers: Object.fromEntries(response.headers),
    })
  }
}

const phoneMessage = z.object({
  /** Number of the phone that has it. */
  phone: z.string(),
  id: z.string(),
  chat: z.string(),
  fromMe: z.boolean(),
  type: z.string(),
  text: z.string().optional(),
  caption: z.string().optional(),
})
export type PhoneMessage = z.infer<typeof phoneMessage>

const latest = z.object({ revision: z.number(), messages: z.array(phoneMessage) })

/** The simulated phones, through the API of their page. */
export class Phones {
  readonly #origin: string
  #revision = 0
  readonly #told = new Set<string>()

  constructor(origin: string) {
    this.#origin = origin
  }

  declare = (number: string, name: string) => this.#call('POST', '/phones', { number, name })
  scan = (number: string, qr: string) => this.#call('POST', `/phones/${number}/scan`, { qr })
  read = (number: string, chat: string) => this.#call('POST', `/phones/${number}/read`, { chat })
  types = (number: string, chat: string) =>
    this.#call('POST', `/phones/${number}/typing`, { chat, state: 'composing' })
  write = (number: string, message: { to: string; type: string } & Record<string, unknown>) =>
    this.#call('POST', `/phones/${number}/messages`, message)
  createGroup = (subject: string, members: string[], admins: string[]) =>
    this.#call('POST', '/groups', { subject, members, admins })
  groups = async () =>
    z.array(z.object({ id: z.string(), subject: z.string() })).parse(await this.#call('GET', '/groups'))

  /** Messages of all phones since the last call; the first call answers all messages. */
  async news(): Promise<PhoneMessage[]> {
    const { revision, messages } = latest.parse(await this.#call('GET', `/messages?since=${this.#revision}`))
    this.#revision = revision
    // A message comes again with its new ticks.
    const fresh = messages.filter(({ phone, id }) => !this.#told.has(`${phone}#${id}`))
    for (const { phone, id } of fresh) this.#told.add(`${phone}#${id}`)
    return fresh
  }

  async #call(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${this.#origin}/simulator/api${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text ? JSON.parse(text) : undefined
  }
}

import type { CampaignSettings } from '@recado/shared/campaigns/contract/settings'
import { DEFAULT_CAMPAIGN_SETTINGS } from '@recado/shared/campaigns/contract/settings'
import type { Connection } from '@recado/shared/connections/connection'
import type { ContactList } from '@recado/shared/contact-lists/contact-list'
import type { ErrorBody, ExportBegun, FileAnswer } from '@recado/shared/http/contract'
import type { ContactImport } from '@recado/shared/imports/import'
import {
  contractResponse,
  type RequestTo,
  type ResponseTo,
  type RouteName,
  refusalBody,
  routeNamed,
  wireRequest,
} from './api-routes.ts'
import { eventually } from './eventually.ts'

export interface Answer<T = unknown> {
  status: number
  headers: Headers
  body: T
}

/** A route's answer: its response if `ok`, otherwise the reason of the refusal. */
export type RouteAnswer<N extends RouteName> =
  | (Answer<ResponseTo<N>> & { ok: true })
  | (Answer<ErrorBody> & { ok: false })

/** A request with only optional fields may be omitted. */
type CallArguments<N extends RouteName> =
  unknown extends RequestTo<N>
    ? [request?: Record<string, never>, headers?: Record<string, string>]
    : object extends RequestTo<N>
      ? [request?: RequestTo<N>, headers?: Record<string, string>]
      : [request: RequestTo<N>, headers?: Record<string, string>]

/** @throws when the answer is a refusal */
export function accepted<N extends RouteName>(answer: RouteAnswer<N>): RouteAnswer<N> & { ok: true } {
  if (answer.ok) return answer
  throw new Error(`The call was refused: ${answer.status} ${JSON.stringify(answer.body)}`)
}

/** @throws when the file is written in the background */
export function fileOf(answer: FileAnswer | ExportBegun): FileAnswer {
  if ('bytes' in answer) return answer
  throw new Error(`The file is written in the background: export ${answer.exportId}`)
}

/** Pattern of a refusal, for assertions. */
export const refused = (status: number, error: string) => ({ status, body: { error } })

/** A person with a token who calls the API over HTTP, with the steps of the tests. */
export class ApiClient {
  readonly origin: string
  readonly token: string | undefined

  constructor(origin: string, token?: string) {
    this.origin = origin
    this.token = token
  }

  static async signIn(
    origin: string,
    email = 'admin@demo.test',
    password = 'recado-demo',
  ): Promise<ApiClient> {
    const { token } = await new ApiClient(origin).call('login', { email, password })
    return new ApiClient(origin, token)
  }

  /**
   * Calls a route that must succeed.
   * @returns its response, parsed by the route's schema
   */
  async call<N extends RouteName>(name: N, ...args: CallArguments<N>): Promise<ResponseTo<N>> {
    const answer = await this.attempt(name, ...args)
    if (answer.ok) return answer.body
    const { method, path } = wireRequest(routeNamed(name), args[0] ?? {})
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  }

  /** Calls a route that may refuse. */
  async attempt<N extends RouteName>(
    name: N,
    ...[request, headers]: CallArguments<N>
  ): Promise<RouteAnswer<N>> {
    const route = routeNamed(name)
    const wire = wireRequest(route, request ?? {})
    const response = await this.#fetch(wire.method, wire.path, wire.body, { ...wire.headers, ...headers })
    const bytes = await response.bytes()
    const answer = {
      text: async () => new TextDecoder().decode(bytes),
      bytes: async () => bytes,
      headers: Object.fromEntries(response.headers),
    }
    const { ok, status } = response
    const body = ok
      ? await contractResponse(route, status, answer)
      : refusalBody(route, status, new TextDecoder().decode(bytes))
    // The route's own schema parsed the body.
    return { ok, status, headers: response.headers, body } as RouteAnswer<N>
  }

  /**
   * Sends requests that typed calls cannot: bad input, forged headers, unknown paths.
   * @returns the answer, with parsed JSON
   */
  async send<T = { error: string }>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const response = await this.#fetch(method, path, body, headers)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text ? JSON.parse(text) : text,
    }
  }

  #fetch(method: string, path: string, body: unknown, headers: Record<string, string>): Promise<Response> {
    const isForm = body instanceof FormData
    return fetch(`${this.origin}/api${path}`, {
      method,
      headers: {
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
  }

  connection = (whatsappId: string) => this.call('getConnection', { whatsappId })
  report = (campaignId: string) => this.call('getCampaign', { campaignId })
  list = (contactListId: string) => this.call('getContactList', { contactListId })

  /** A new connection, linked by the phone of this number. */
  async linkedConnection(number: string, name = 'Loja'): Promise<Connection> {
    const { id } = await this.call('createConnection', { name })
    await this.scanned(id, number)
    return this.connected(id)
  }

  /** The phone of this number scans the connection's QR code, or the next one if it expired meanwhile. */
  scanned = (id: string, number: string): Promise<unknown> =>
    eventually('the QR code is read', async () => {
      const { qrcode } = await this.connection(id)
      const isOver = (error: unknown) => {
        if (!String(error).includes('ERR_QR_EXPIRED')) throw error
        return false
      }
      return qrcode !== '' && this.simulator('POST', `/phones/${number}/scan`, { qr: qrcode }).catch(isOver)
    })

  connected = (id: string, within = 40_000) =>
    eventually(
      'the connection is up',
      async () => {
        const connection = await this.connection(id)
        return connection.status === 'CONNECTED' && connection
      },
      within,
    )

  async newList(name = 'Clientes'): Promise<ContactList> {
    return this.call('createContactList', { name })
  }

  /** Imports a file into a list and waits for its end. */
  async imported(
    contactListId: string,
    file: Uint8Array<ArrayBuffer>,
    name = 'contatos.xlsx',
    importDuplicated = true,
  ): Promise<ContactImport> {
    const { importId } = await this.call('importContacts', {
      contactListId,
      importDuplicated,
      file: new File([file], name),
    })
    return this.importEnded(contactListId, importId)
  }

  /** Waits for the end of an import into a list. */
  importEnded = (contactListId: string, importId: string): Promise<ContactImport> =>
    eventually(
      'the import ends',
      async () => {
        const state = await this.call('getImport', { contactListId, importId })
        return state.finishedAt !== null && state
      },
      120_000,
    )

  /** Adds contacts one by one, like the form. */
  async addContacts(contactListId: string, numbers: readonly string[]): Promise<void> {
    for (const number of numbers)
      await this.call('createContactListItem', { contactListId, name: `Contato ${number}`, number })
  }

  settings = (settings: Partial<CampaignSettings>) =>
    this.call('saveCampaignSettings', { settings: { ...DEFAULT_CAMPAIGN_SETTINGS, ...settings } })

  newCampaign = (campaign: Partial<RequestTo<'createCampaign'>> & { whatsappId: string }) =>
    this.call('createCampaign', { name: 'Promoção', message1: 'Olá {nome}', ...campaign })

  finished = (campaignId: string, within = 120_000) =>
    eventually(
      'the campaign is FINALIZADA',
      async () => {
        const report = await this.report(campaignId)
        return report.status === 'FINALIZADA' && report
      },
      within,
    )

  /** Messages that a phone received and sent. */
  messagesOf = (number: string) => this.simulator<PhoneMessage[]>('GET', `/phones/${number}/messages`)

  async simulator<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${this.origin}/simulator/api${path}`, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text || 'null')
  }
}

export interface PhoneMessage {
  id: string
  from: string
  fromMe: boolean
  type: string
  text?: string
  at: string
}

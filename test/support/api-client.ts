import type { Campaign, CampaignReport } from '@recado/shared/campaigns/campaign'
import type { CampaignSettings } from '@recado/shared/campaigns/settings'
import { DEFAULT_CAMPAIGN_SETTINGS } from '@recado/shared/campaigns/settings'
import type { Connection } from '@recado/shared/connections/connection'
import type { ContactList } from '@recado/shared/contact-lists/contact-list'
import type { ContactListItem } from '@recado/shared/contact-lists/contact-list-item'
import type { ContactImport } from '@recado/shared/imports/import'
import type { LoginAnswer } from '@recado/shared/sessions/session'
import { eventually } from './eventually.ts'

export interface Answer<T = unknown> {
  status: number
  headers: Headers
  body: T
}

/** What an answer that refuses must match. */
export const refused = (status: number, error: string) => ({ status, body: { error } })

/** A person with a token, talking to the API over HTTP; and the steps that tests are told in. */
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
    const { body } = await new ApiClient(origin).send<LoginAnswer>('POST', '/auth/login', { email, password })
    return new ApiClient(origin, body.token)
  }

  /** Sends a call and answers whatever came back. */
  async send<T = { error: string }>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const isForm = body instanceof FormData
    const response = await fetch(`${this.origin}/api${path}`, {
      method,
      headers: {
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text ? JSON.parse(text) : text,
    }
  }

  /** Sends a call that must succeed. */
  async done<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.send<T>(method, path, body)
    if (answer.status >= 300)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  connection = (id: string) => this.done<Connection>('GET', `/whatsapp/${id}`)
  report = (id: string) => this.done<CampaignReport>('GET', `/campaigns/${id}`)
  list = (id: string) => this.done<ContactList>('GET', `/contact-lists/${id}`)

  /** A new connection, linked by the phone of this number. */
  async linkedConnection(number: string, name = 'Loja'): Promise<Connection> {
    const { id } = await this.done<Connection>('POST', '/whatsapp', { name })
    await this.scanned(id, number)
    return this.connected(id)
  }

  /** The phone of this number reads the connection's QR code; the next one, where that was over when it looked. */
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
    return this.done<ContactList>('POST', '/contact-lists', { name })
  }

  /** Imports a file into a list and waits for its end. */
  async imported(
    listId: string,
    file: Uint8Array<ArrayBuffer>,
    name = 'contatos.xlsx',
    importDuplicated = true,
  ): Promise<ContactImport> {
    const form = new FormData()
    form.append('importDuplicated', String(importDuplicated))
    form.append('file', new Blob([file]), name)
    const { importId } = await this.done<{ importId: string }>(
      'POST',
      `/contact-lists/${listId}/upload`,
      form,
    )
    return eventually(
      'the import ends',
      async () => {
        const state = await this.done<ContactImport>('GET', `/contact-lists/${listId}/imports/${importId}`)
        return state.finishedAt !== null && state
      },
      120_000,
    )
  }

  /** Adds contacts one by one, as a person would in the form. */
  async addContacts(listId: string, numbers: readonly string[]): Promise<void> {
    for (const number of numbers) {
      await this.done<ContactListItem>('POST', '/contact-list-items', {
        contactListId: listId,
        name: `Contato ${number}`,
        number,
      })
    }
  }

  settings = (settings: Partial<CampaignSettings>) =>
    this.done('POST', '/campaign-settings', { settings: { ...DEFAULT_CAMPAIGN_SETTINGS, ...settings } })

  newCampaign = (campaign: { whatsappId: string; contactListId: string } & Record<string, unknown>) =>
    this.done<Campaign>('POST', '/campaigns', { name: 'Promoção', message1: 'Olá {nome}', ...campaign })

  finished = (campaignId: string, within = 120_000) =>
    eventually(
      'the campaign is FINALIZADA',
      async () => {
        const report = await this.report(campaignId)
        return report.status === 'FINALIZADA' && report
      },
      within,
    )

  /** What a phone received and sent. */
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
  text?: string
  at: string
}

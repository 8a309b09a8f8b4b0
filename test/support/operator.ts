import type { CompanyRecord } from '@recado/shared/companies/company-record'
import { newId } from '@recado/shared/ids'
import type { Instance } from '@recado/shared/instances/instance'
import type { Plan } from '@recado/shared/plans/plan'
import { type Answer, ApiClient } from './api-client.ts'
import { mailTo, tokenIn } from './mailbox.ts'

type Changed = CompanyRecord & { error: string }

/** Somebody of the platform, and the steps of administration that tests are told in. */
export class Operator {
  readonly client: ApiClient
  /** A plan with room for everything. */
  readonly roomy: Plan

  static async signIn(origin: string, email = 'super@demo.test', password?: string): Promise<Operator> {
    const client = await ApiClient.signIn(origin, email, password)
    return new Operator(client, await newPlan(client, { users: 50, connections: 50, queues: 50 }))
  }

  private constructor(client: ApiClient, roomy: Plan) {
    this.client = client
    this.roomy = roomy
  }

  newPlan = (more: object = {}): Promise<Plan> => newPlan(this.client, more)

  planOf = async (id: string): Promise<Plan | undefined> =>
    (await this.client.done<Plan[]>('GET', '/plans/list')).find((plan) => plan.id === id)

  newInstance = (): Promise<Instance> =>
    this.client.done<Instance>('POST', '/instances', {
      name: aName('Filial'),
      address: 'https://filial.exemplo.test/',
      port: 443,
    })

  newCompany = (more: object = {}): Promise<CompanyRecord> =>
    this.client.done<CompanyRecord>('POST', '/companies', {
      name: aName('Loja').slice(0, 50),
      email: anEmail(),
      planId: this.roomy.id,
      ...more,
    })

  companyOf = (id: string): Promise<CompanyRecord> =>
    this.client.done<CompanyRecord>('GET', `/companies/${id}`)

  /** A whole change of a company, as the form sends it. */
  change = ({ id, name, email, planId }: CompanyRecord, more: object): Promise<Answer<Changed>> =>
    this.client.send('PUT', `/companies/${id}`, { name, email, planId, ...more })

  patch = (id: string, what: string, body: object = {}): Promise<Answer<Changed>> =>
    this.client.send('PATCH', `/companies/${id}/${what}`, body)

  archive = (id: string, archived: boolean): Promise<Answer<CompanyRecord>> =>
    this.client.send('PATCH', `/companies/archived/${id}`, { archived })

  /** The ids of the companies that a search finds. */
  found = async (query: string): Promise<string[]> =>
    (await this.client.done<CompanyRecord[]>('GET', `/companies?${query}`)).map(({ id }) => id)

  /** The first admin of a company that was just made, signed in by the link that was mailed. */
  async firstAdmin({ email }: CompanyRecord, password = 'uma senha nova'): Promise<ApiClient> {
    const { origin } = this.client
    const token = tokenIn(await mailTo(origin, email))
    await new ApiClient(origin).done('POST', '/auth/reset-password', { token, password })
    return ApiClient.signIn(origin, email, password)
  }
}

const newPlan = (client: ApiClient, more: object): Promise<Plan> =>
  client.done<Plan>('POST', '/plans', {
    name: aName('Plano'),
    users: 3,
    connections: 1,
    queues: 1,
    ...more,
  })

/** A name that nothing else has. */
export const aName = (kind: string): string => `${kind} ${newId()}`
export const anEmail = (): string => `${newId().toLowerCase()}@exemplo.test`

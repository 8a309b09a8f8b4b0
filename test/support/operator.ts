import type { CompanyRecord } from '@recado/shared/companies/register/company-record'
import { newId } from '@recado/shared/ids'
import type { Instance } from '@recado/shared/instances/instance'
import type { Plan } from '@recado/shared/plans/plan'
import { ApiClient, accepted, type RouteAnswer } from './api-client.ts'
import type { RequestTo } from './api-routes.ts'
import { mailTo, tokenIn } from './mailbox.ts'

/** A platform operator, with the steps of the administration tests. */
export class Operator {
  readonly client: ApiClient
  /** A plan with high limits. */
  readonly roomy: Plan

  static async signIn(origin: string, email = 'super@demo.test', password?: string): Promise<Operator> {
    return Operator.signedInAs(await ApiClient.signIn(origin, email, password))
  }

  static async signedInAs(client: ApiClient): Promise<Operator> {
    return new Operator(client, await newPlan(client, { users: 50, connections: 50, queues: 50 }))
  }

  private constructor(client: ApiClient, roomy: Plan) {
    this.client = client
    this.roomy = roomy
  }

  newPlan = (more: Partial<RequestTo<'createPlan'>> = {}): Promise<Plan> => newPlan(this.client, more)

  planOf = async (id: string): Promise<Plan | undefined> =>
    (await this.client.call('listPlans')).find((plan) => plan.id === id)

  newInstance = (): Promise<Instance> =>
    this.client.call('createInstance', {
      name: aName('Filial'),
      address: 'https://filial.exemplo.test/',
      port: 443,
    })

  newCompany = (more: Partial<RequestTo<'createCompany'>> = {}): Promise<CompanyRecord> =>
    this.client.call('createCompany', {
      name: aName('Loja').slice(0, 50),
      email: anEmail(),
      planId: this.roomy.id,
      ...more,
    })

  companyOf = (id: string): Promise<CompanyRecord> => this.client.call('getCompany', { companyId: id })

  /** Sends a company's whole form with a change. */
  change = (
    { id, name, email, planId }: CompanyRecord,
    more: Partial<RequestTo<'updateCompany'>>,
  ): Promise<RouteAnswer<'updateCompany'>> =>
    this.client.attempt('updateCompany', { companyId: id, name, email, planId: planId ?? '', ...more })

  changed = async (...args: Parameters<Operator['change']>): Promise<CompanyRecord> =>
    accepted(await this.change(...args)).body

  setStatus = (companyId: string, status: boolean): Promise<RouteAnswer<'setCompanyStatus'>> =>
    this.client.attempt('setCompanyStatus', { companyId, status })

  archive = (companyId: string, archived: boolean): Promise<CompanyRecord> =>
    this.client.call('archiveCompany', { companyId, archived })

  /** Ids of the companies that a search finds. */
  found = async (query: RequestTo<'listCompanies'>): Promise<string[]> =>
    (await this.client.call('listCompanies', query)).map(({ id }) => id)

  /** First admin of a new company, signed in with the mailed link. */
  async firstAdmin({ email }: CompanyRecord, password = 'uma senha nova'): Promise<ApiClient> {
    const { origin } = this.client
    const token = tokenIn(await mailTo(origin, email))
    await new ApiClient(origin).call('resetPassword', { token, password })
    return ApiClient.signIn(origin, email, password)
  }
}

const newPlan = (client: ApiClient, more: Partial<RequestTo<'createPlan'>>): Promise<Plan> =>
  client.call('createPlan', { name: aName('Plano'), users: 3, connections: 1, queues: 1, ...more })

/** A unique name. */
export const aName = (kind: string): string => `${kind} ${newId()}`
export const anEmail = (): string => `${newId().toLowerCase()}@exemplo.test`

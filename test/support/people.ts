import { newId } from '@recado/shared/ids'
import { ApiClient, type RouteAnswer } from './api-client.ts'
import type { RequestTo } from './api-routes.ts'
import type { SystemUnderTest } from './local-system.ts'
import type { Principals } from './principals.ts'
import { anAddress } from './sign-ins.ts'

export const PASSWORD = 'uma senha boa'

/** Creates companies' users and invitations as their admins do. */
export class People {
  readonly #system: SystemUnderTest
  readonly #principals: Principals

  constructor(system: SystemUnderTest, principals: Principals) {
    this.#system = system
    this.#principals = principals
  }

  anEmail = (): string => `${newId().toLowerCase()}@exemplo.test`

  someone = () => ({ name: 'Ana Souza', email: this.anEmail(), password: PASSWORD })

  /** A company with its signed-in admin. */
  async aCompanyWithAdmin(overrides: Parameters<Principals['company']>[0] = {}) {
    const companyId = await this.#principals.company(overrides)
    const person = await this.#principals.person(companyId)
    return { companyId, person, admin: await this.#principals.signIn(person) }
  }

  /** A company limited to this many users, the admin included. */
  async aCompanyWithPlan(operator: ApiClient, users: number) {
    const name = `Plano ${newId()}`
    const plan = await operator.call('createPlan', { name, users, connections: 5, queues: 5 })
    return this.aCompanyWithAdmin({ planId: plan.id })
  }

  /** Signs up from a unique address, so that tests do not share counted attempts. */
  signUp = (
    more: Pick<RequestTo<'signUp'>, 'companyId' | 'token'> & Partial<RequestTo<'signUp'>>,
  ): Promise<RouteAnswer<'signUp'>> =>
    new ApiClient(this.#system.origin).attempt('signUp', { ...this.someone(), ...more }, anAddress())
}

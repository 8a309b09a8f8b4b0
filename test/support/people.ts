import type { Plan } from '@recado/shared/plans/plan'
import { type Answer, ApiClient } from './api-client.ts'
import type { RunningSystem } from './local-system.ts'
import type { Principals } from './principals.ts'

export const PASSWORD = 'uma senha boa'

/** What tells of an invitation when it is made. */
export interface Invited {
  id: string
  token: string
  link: string
}

/** People of companies as their admins make and invite them. */
export class People {
  readonly #system: RunningSystem
  readonly #principals: Principals
  #made = 0
  #addresses = 0

  constructor(system: RunningSystem, principals: Principals) {
    this.#system = system
    this.#principals = principals
  }

  anEmail = (): string => `pessoa-${++this.#made}@exemplo.test`

  someone = (more: object = {}) => ({
    name: 'Ana Souza',
    email: this.anEmail(),
    password: PASSWORD,
    ...more,
  })

  /** A company with its admin, signed in. */
  async aCompanyWithAdmin(overrides: Parameters<Principals['company']>[0] = {}) {
    const companyId = await this.#principals.company(overrides)
    const person = await this.#principals.person(companyId)
    return { companyId, person, admin: await this.#principals.signIn(person) }
  }

  /** A company that may have so many users, one of them the admin. */
  async aCompanyWithPlan(operator: ApiClient, users: number) {
    const name = `Plano ${++this.#made}`
    const plan = await operator.done<Plan>('POST', '/plans', { name, users, connections: 5, queues: 5 })
    return this.aCompanyWithAdmin({ planId: plan.id })
  }

  /** Signs up from an address of its own: attempts of one test are none of another's. */
  signUp = (more: object): Promise<Answer<{ id: string; error: string }>> =>
    new ApiClient(this.#system.origin).send(
      ...(['POST', '/auth/signup', { ...this.someone(), ...more }] as const),
      { 'cloudfront-viewer-address': `203.0.113.${++this.#addresses}:4711` },
    )
}

import { hashPassword } from '@recado/functions/credentials/password'
import type { Company } from '@recado/shared/companies/company'
import { foundCompany } from '@recado/shared/companies/register/register-store'
import { getCompany } from '@recado/shared/companies/store'
import { newId } from '@recado/shared/ids'
import { DynamoTable } from '@recado/shared/table/dynamo'
import type { Row } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { findByEmail, putUser } from '@recado/shared/users/store'
import type { User } from '@recado/shared/users/user'
import { ApiClient } from './api-client.ts'
import { aCompany } from './builders.ts'
import { clientOf, dumpOf } from './dynamodb.ts'
import type { SystemUnderTest } from './local-system.ts'
import type { LooseRow } from './loose-rows.ts'

const PASSWORD = 'uma senha de teste'
/** Cheap, because each sign-in computes it again with its own cost. */
const CHEAP = { memory: 8, passes: 1, parallelism: 1, tagLength: 32 }

/** A person who can sign in. */
export interface Person extends Pick<User, 'id' | 'companyId' | 'email' | 'name' | 'profile'> {
  password: string
}

/** The usual people of a test. */
export interface Cast {
  company: string
  admin: ApiClient
  user: ApiClient
  other: ApiClient
}

/** Data of a running system, with the companies and people that tests need. */
export class Principals {
  readonly #system: SystemUnderTest
  #passwordHash: Promise<string> | undefined
  #stored: { client: ReturnType<typeof clientOf>; table: DynamoTable } | undefined

  /** @param system is called at the first use, so it may start later */
  constructor(system: SystemUnderTest) {
    this.#system = system
  }

  get table(): DynamoTable {
    return this.#data.table
  }

  get #data() {
    if (this.#stored) return this.#stored
    const { layout } = this.#system
    const client = clientOf(layout)
    this.#stored = { client, table: new DynamoTable(layout.names.table, client) }
    return this.#stored
  }

  tenant(companyId: string): TenantTable {
    return new TenantTable(this.table, companyId)
  }

  /** A paying company with campaigns, unless overridden. */
  async company(overrides: Partial<Company> = {}): Promise<string> {
    const company = aCompany({ dueDate: `${new Date().getFullYear() + 1}-12-31`, ...overrides })
    const name = overrides.name ?? `Empresa ${company.id}`
    const inTheWay = await foundCompany(this, { ...company, name })
    if (inTheWay) throw new Error(`The company was not created: ${inTheWay}`)
    return company.id
  }

  /** Changes a stored company, as an operator does. */
  async changeCompany(companyId: string, change: Partial<Company>) {
    const company = await getCompany(this.tenant(companyId))
    if (!company) throw new Error('The company does not exist')
    await this.tenant(companyId).put({ ...company, ...change })
  }

  async person(
    companyId: string,
    { profile = 'admin' as User['profile'], isSuper = false, email = '', name = '' } = {},
  ) {
    const id = newId()
    this.#passwordHash ??= hashPassword(PASSWORD, CHEAP)
    const user: User = {
      id,
      companyId,
      profile,
      super: isSuper,
      name: name || `Pessoa ${id}`,
      email: email || `${id.toLowerCase()}@exemplo.test`,
      createdAt: new Date().toISOString(),
    }
    await putUser(this.tenant(companyId), { ...user, passwordHash: await this.#passwordHash })
    const person: Person = { ...user, password: PASSWORD }
    return person
  }

  signIn = ({ email, password }: Pick<Person, 'email' | 'password'>): Promise<ApiClient> =>
    ApiClient.signIn(this.#system.origin, email, password)

  /** A new person of a company, signed in. */
  signedIn = async (companyId: string, who: Parameters<Principals['person']>[1] = {}): Promise<ApiClient> =>
    this.signIn(await this.person(companyId, who))

  /** A new operator, signed in: a user of the platform's own company. */
  async operator(): Promise<ApiClient> {
    const known = await findByEmail(this.table, 'super@demo.test')
    if (!known) throw new Error('The platform has no operator')
    return this.signedIn(known.companyId, { isSuper: true, name: 'Operadora da Plataforma' })
  }

  /** A new company with an admin and a user, and the admin of another company. */
  async cast(): Promise<Cast> {
    const company = await this.company()
    return {
      company,
      admin: await this.signedIn(company),
      user: await this.signedIn(company, { profile: 'user' }),
      other: await this.signedIn(await this.company()),
    }
  }

  /** All rows except the socket service's heartbeats, for comparisons before and after. */
  async dump() {
    const rows = await dumpOf(this.#data.client, this.#system.layout.names.table)
    // The socket service keeps writing, so of a connection only the fields of people's decisions are compared.
    return rows
      .filter(({ pk }) => !['INDEX#LEASE', 'INDEX#TASK'].includes(pk))
      .map((row) => (row.pk.endsWith('#CONNECTIONS') ? decidedOf(row) : row))
  }
}

const decidedOf = ({ pk, sk, name, wanted, isDefault }: Row<LooseRow>): Row<LooseRow> => ({
  pk,
  sk,
  name,
  wanted,
  isDefault,
})

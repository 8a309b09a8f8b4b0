import { hashPassword } from '@recado/functions/sessions/password'
import type { Company } from '@recado/shared/companies/company'
import { foundCompany } from '@recado/shared/companies/register-store'
import { getCompany } from '@recado/shared/companies/store'
import { newId } from '@recado/shared/ids'
import { DynamoTable } from '@recado/shared/table/dynamo'
import type { Row } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { putUser } from '@recado/shared/users/store'
import type { User } from '@recado/shared/users/user'
import { ApiClient } from './api-client.ts'
import { aCompany } from './builders.ts'
import { clientOf, dumpOf } from './dynamodb.ts'
import type { RunningSystem } from './local-system.ts'

const PASSWORD = 'uma senha de teste'

/** Somebody who can sign in. */
export interface Person extends Pick<User, 'id' | 'companyId' | 'email' | 'name' | 'profile'> {
  password: string
}

/** Who most tests are about. */
export interface Cast {
  company: string
  admin: ApiClient
  user: ApiClient
  other: ApiClient
}

/** The data of a running system, and the companies and people a test needs in it. */
export class Principals {
  readonly table: DynamoTable
  readonly #system: RunningSystem
  readonly #client: ReturnType<typeof clientOf>
  #passwordHash: Promise<string> | undefined

  constructor(system: RunningSystem) {
    this.#system = system
    this.#client = clientOf(system.layout)
    this.table = new DynamoTable(system.layout.names.table, this.#client)
  }

  tenant(companyId: string): TenantTable {
    return new TenantTable(this.table, companyId)
  }

  /** A company that pays and may use campaigns, unless told otherwise. */
  async company(overrides: Partial<Company> = {}): Promise<string> {
    const company = aCompany({ dueDate: `${new Date().getFullYear() + 1}-12-31`, ...overrides })
    const inTheWay = await foundCompany(this, { ...company, name: `Empresa ${company.id}` })
    if (inTheWay) throw new Error(`The company was not created: ${inTheWay}`)
    return company.id
  }

  /** Changes what is stored of a company, as an operator would. */
  async changeCompany(companyId: string, change: Partial<Company>) {
    const company = await getCompany(this.tenant(companyId))
    if (!company) throw new Error('There is no such company')
    await this.tenant(companyId).put({ ...company, ...change })
  }

  async person(
    companyId: string,
    { profile = 'admin' as User['profile'], isSuper = false, email = '' } = {},
  ) {
    const id = newId()
    this.#passwordHash ??= hashPassword(PASSWORD)
    const user: User = {
      id,
      companyId,
      profile,
      super: isSuper,
      name: `Pessoa ${id}`,
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

  /** A new company with an admin and a user, and the admin of another one. */
  async cast(): Promise<Cast> {
    const company = await this.company()
    return {
      company,
      admin: await this.signedIn(company),
      user: await this.signedIn(company, { profile: 'user' }),
      other: await this.signedIn(await this.company()),
    }
  }

  /** Everything stored but the heartbeats of the socket service, to compare before and after. */
  async dump() {
    const rows = await dumpOf(this.#client, this.#system.layout.names.table)
    // The socket service is at work meanwhile: of a connection only what people decide is compared.
    return rows
      .filter(({ pk }) => !['INDEX#LEASE', 'INDEX#TASK'].includes(pk))
      .map((row) => (row.pk.endsWith('#CONNECTIONS') ? decidedOf(row) : row))
  }
}

const decidedOf = ({ pk, sk, name, wanted, isDefault }: Row): Row => ({ pk, sk, name, wanted, isDefault })

import { Stack } from 'aws-cdk-lib'
import {
  AccountRootPrincipal,
  PolicyDocument,
  type PolicyStatement,
  Role,
  SessionTagsPrincipal,
} from 'aws-cdk-lib/aws-iam'
import { Construct } from 'constructs'
import type { FileAction, Grants } from '../grants.ts'
import { sessionKeys } from '../row-keys.ts'
import { type FilesBucket, WHY_ALL_OF_AN_OWNER } from './files-bucket.ts'
import { objectRights } from './object-rights.ts'
import { rowsOnly } from './table-actions.ts'
import type { Tables } from './tables.ts'
import { acknowledgeWildcard } from './wildcards.ts'

/** Tag of a session of such a role: the company's id. */
const TAG = 'tenant'
/** The session's company: IAM replaces the variable with the session's tag. */
const COMPANY = `\${aws:PrincipalTag/${TAG}}`
/** Always in this order, so that equal rights have one role. */
const FILE_ACTIONS: readonly FileAction[] = ['read', 'write', 'delete', 'list']

interface TenantRolesProps {
  tables: Tables
  files: FilesBucket
}

/**
 * Roles for functions that answer people. The functions have no rights to companies' rows and files themselves. They
 * assume one of these roles, with the company's id as session tag, and reach only that company's rows and files.
 */
export class TenantRoles extends Construct {
  readonly #props: TenantRolesProps
  readonly #roles = new Map<string, Role>()

  constructor(scope: Construct, id: string, props: TenantRolesProps) {
    super(scope, id)
    this.#props = props
    acknowledgeWildcard(Stack.of(this), props.files.objectsOf(COMPANY), WHY_ALL_OF_AN_OWNER)
  }

  /** The role of all functions with these rights to rows and files; undefined if there are none. */
  roleFor(grants: Grants): Role | undefined {
    const { table, files = [] } = grants
    const actions = FILE_ACTIONS.filter((action) => files.includes(action))
    const rights = [table ?? [], actions.length > 0 ? ['files', ...actions] : []].flat()
    if (rights.length === 0) return undefined
    const id = rights.map((right) => right.replace(/^./, (letter) => letter.toUpperCase())).join('')
    const role =
      this.#roles.get(id) ??
      this.#role(id, [
        ...rowsOnly(sessionKeys(grants, COMPANY), this.#props.tables.table.tableArn),
        ...objectRights(actions, this.#props.files, COMPANY),
      ])
    this.#roles.set(id, role)
    return role
  }

  /** The callers' own policies say who may assume the role. The session needs this tag and no other. */
  #role(id: string, statements: PolicyStatement[]): Role {
    const assumedBy = new SessionTagsPrincipal(
      new AccountRootPrincipal().withConditions({
        StringLike: { [`aws:RequestTag/${TAG}`]: '?*' },
        'ForAllValues:StringEquals': { 'aws:TagKeys': [TAG] },
      }),
    )
    return new Role(this, id, { assumedBy, inlinePolicies: { company: new PolicyDocument({ statements }) } })
  }
}

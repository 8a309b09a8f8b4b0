import { indexPatterns } from '@recado/shared/table/indexes'
import { PLATFORM } from '@recado/shared/table/platform-id'
import {
  AccountRootPrincipal,
  PolicyDocument,
  PolicyStatement,
  Role,
  SessionTagsPrincipal,
} from 'aws-cdk-lib/aws-iam'
import { Construct } from 'constructs'
import { READ_ROWS, WRITE_ROWS } from './table-actions.ts'
import type { Tables } from './tables.ts'

/** Tag of a session of such a role: the company's id. */
const TAG = 'tenant'
/** Rows of the session's company: IAM replaces the variable with the session's tag. */
const OWN_ROWS = `\${aws:PrincipalTag/${TAG}}#*`

/**
 * Roles for functions that answer people. The functions have no rights to companies' rows themselves. They assume
 * one of these roles, with the company's id as session tag, and reach only that company's rows.
 */
export class TenantRoles extends Construct {
  readonly read: Role
  readonly write: Role

  constructor(scope: Construct, id: string, { tables }: { tables: Tables }) {
    super(scope, id)
    const { tableArn } = tables.table
    const reading = rowsOnly(READ_ROWS, tableArn, [OWN_ROWS, ...indexPatterns.read])
    this.read = this.#role('Read', [reading])
    this.write = this.#role('Write', [
      reading,
      rowsOnly(WRITE_ROWS, tableArn, [OWN_ROWS, ...indexPatterns.written]),
    ])
  }

  /** The callers' own policies say who may assume the role. The session needs this tag and no other. */
  #role(id: string, statements: PolicyStatement[]): Role {
    const assumedBy = new SessionTagsPrincipal(
      new AccountRootPrincipal().withConditions({
        StringLike: { [`aws:RequestTag/${TAG}`]: '?*' },
        'ForAllValues:StringEquals': { 'aws:TagKeys': [TAG] },
      }),
    )
    return new Role(this, id, { assumedBy, inlinePolicies: { rows: new PolicyDocument({ statements }) } })
  }
}

/** Rows that functions for people reach without such a role: those of no company. */
export const SHARED_ROWS = [`${PLATFORM}#*`, indexPatterns.all]

/**
 * Actions on rows whose partition keys all match one of these. `ForAllValues` is true without any key, as for a
 * Scan, hence the second condition.
 */
export function rowsOnly(
  actions: readonly string[],
  tableArn: string,
  keys: readonly string[],
): PolicyStatement {
  return new PolicyStatement({
    actions: [...actions],
    resources: [tableArn],
    conditions: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [...keys] },
      Null: { 'dynamodb:LeadingKeys': 'false' },
    },
  })
}

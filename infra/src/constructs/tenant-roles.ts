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

/** The tag that a session of such a role carries: the company's id. */
const TAG = 'tenant'
/** The rows of the company in whose name the session was opened: IAM puts its tag in the place of the variable. */
const OWN_ROWS = `\${aws:PrincipalTag/${TAG}}#*`

/**
 * What functions that answer people may do with the rows of a company: nothing by themselves, and by one of these
 * roles, taken on with the company's id as the session's tag, what the company's own rows need.
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

  /** Who may take it on is said in their own policies; with no other tag than this one, and never without. */
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

/** What functions that answer people may do by themselves: rows that are no company's. */
export const SHARED_ROWS = [`${PLATFORM}#*`, indexPatterns.all]

/**
 * Actions on rows whose partition keys are all like one of these. `ForAllValues` holds where there is no key at all,
 * as for a Scan, hence the second condition.
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

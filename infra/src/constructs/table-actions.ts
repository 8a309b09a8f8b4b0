import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { RowKeys } from '../row-keys.ts'

// Listed by hand, because CDK's own grants include Scan. PartiQL is left out for the same reason: it can read
// across partition keys.
export const READ_ROWS = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query']
export const WRITE_ROWS = [
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:BatchWriteItem',
  'dynamodb:ConditionCheckItem',
]

/**
 * Rights to rows whose partition keys match these patterns. `ForAllValues` is true without any key, as for a Scan,
 * hence the second condition.
 */
export function rowsOnly({ read, written }: RowKeys, tableArn: string): PolicyStatement[] {
  return [
    ...(read.length > 0 ? [limited(READ_ROWS, read, tableArn)] : []),
    ...(written.length > 0 ? [limited(WRITE_ROWS, written, tableArn)] : []),
  ]
}

const limited = (actions: string[], keys: string[], tableArn: string) =>
  new PolicyStatement({
    actions,
    resources: [tableArn],
    conditions: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys },
      Null: { 'dynamodb:LeadingKeys': 'false' },
    },
  })

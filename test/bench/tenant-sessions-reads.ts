import {
  CloudFormationClient,
  CreateStackCommand,
  DescribeStacksCommand,
  waitUntilStackCreateComplete,
} from '@aws-sdk/client-cloudformation'
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { newId } from '@recado/shared/ids'
import { DynamoTable } from '@recado/shared/table/dynamo'
import { keyIn } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { TenantSessions } from '@recado/shared/table/tenant-sessions'
import { TABLE_SCHEMA } from '../../infra/local/table-schema.ts'
import { median } from './median.ts'

const COMPANIES = Number(process.argv[2])
const KEY = keyIn('CAMPAIGNS', '1')

/** A role like TenantRoles' (infra/src/constructs/tenant-roles.ts). */
const ROLE = {
  AssumeRolePolicyDocument: {
    Statement: [{ Effect: 'Allow', Principal: { AWS: '*' }, Action: ['sts:AssumeRole', 'sts:TagSession'] }],
  },
  Policies: [
    {
      PolicyName: 'rows',
      PolicyDocument: {
        Statement: [
          {
            Effect: 'Allow',
            Action: ['dynamodb:GetItem'],
            Resource: '*',
            Condition: {
              'ForAllValues:StringLike': {
                'dynamodb:LeadingKeys': [`\${aws:PrincipalTag/tenant}#*`],
              },
            },
          },
        ],
      },
    },
  ],
}

const [tableName, roleArn] = [await newTable(), await newRole()]
const bare = new DynamoTable(tableName)
const limited = new DynamoTable(tableName, undefined, new TenantSessions(roleArn))
const times = { bare: [] as number[], first: [] as number[], next: [] as number[] }
// Connections, to STS too, are opened before the timed part.
for (const table of [bare, limited]) await timed(table, newId())
for (let one = 0; one < COMPANIES; one++) {
  const companyId = newId()
  times.bare.push(await timed(bare, companyId))
  times.first.push(await timed(limited, companyId))
  times.next.push(await timed(limited, companyId))
}
const own = median(times.bare)
console.log(`\na row read (median of ${COMPANIES} companies)`)
for (const [what, values] of [
  ['with rights to all rows', times.bare],
  ['with those of its company, taken on for it', times.first],
  ['the next one of that company', times.next],
] as const) {
  const ms = median(values)
  console.log(`  ${what.padEnd(44)} ${ms.toFixed(1).padStart(5)} ms  ${(ms / own).toFixed(2)} ×`)
}

async function timed(table: DynamoTable, companyId: string): Promise<number> {
  const begun = performance.now()
  await new TenantTable(table, companyId).get(KEY)
  return performance.now() - begun
}

async function newTable(): Promise<string> {
  const TableName = 'bench'
  await new DynamoDBClient({}).send(new CreateTableCommand({ TableName, ...TABLE_SCHEMA }))
  return TableName
}

async function newRole(): Promise<string> {
  const [client, StackName] = [new CloudFormationClient({}), 'bench']
  const TemplateBody = JSON.stringify({
    Resources: { Role: { Type: 'AWS::IAM::Role', Properties: ROLE } },
    Outputs: { Arn: { Value: { 'Fn::GetAtt': ['Role', 'Arn'] } } },
  })
  const Capabilities = ['CAPABILITY_IAM' as const]
  await client.send(new CreateStackCommand({ StackName, TemplateBody, Capabilities }))
  await waitUntilStackCreateComplete({ client, maxWaitTime: 60 }, { StackName })
  const { Stacks } = await client.send(new DescribeStacksCommand({ StackName }))
  const arn = Stacks?.[0]?.Outputs?.[0]?.OutputValue
  if (!arn) throw new Error('There is no role')
  return arn
}

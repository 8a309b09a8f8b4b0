import { isFifo } from '@recado/shared/queues/queues'
import { PLATFORM } from '@recado/shared/table/platform-id'
import { PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { Grants } from '../grants.ts'
import { ownKeys } from '../row-keys.ts'
import type { EmailAddress } from './email-address.ts'
import type { FilesBucket } from './files-bucket.ts'
import type { Gateways } from './gateways.ts'
import { objectRights } from './object-rights.ts'
import type { Queues } from './queues.ts'
import type { Secrets } from './secrets.ts'
import { READ_ROWS, rowsOnly, WRITE_ROWS } from './table-actions.ts'
import type { Tables } from './tables.ts'
import type { TenantRoles } from './tenant-roles.ts'

/** Resources that grants refer to. */
export interface Resources {
  tables: Tables
  tenantRoles: TenantRoles
  files: FilesBucket
  queues: Queues
  secrets: Secrets
  gateways: Gateways
  email: EmailAddress
}

const SEND = ['sqs:SendMessage']
const RECEIVE = [
  'sqs:ReceiveMessage',
  'sqs:DeleteMessage',
  'sqs:ChangeMessageVisibility',
  'sqs:GetQueueAttributes',
]
/** DynamoDB uses the auth table's key on behalf of the table's readers and writers. */
const USE_KEY = [
  'kms:Encrypt',
  'kms:Decrypt',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
  'kms:GenerateDataKey',
  'kms:DescribeKey',
]

/**
 * Whose rows and files a function reaches: all companies' (workers behind queues, and operators' routes), or one
 * company's at a time, through a role that it assumes.
 */
export type RowsOf = 'all-companies' | 'one-company'

/** Grants as IAM statements: named actions on named resources. */
export function permissionsFor(grants: Grants, resources: Resources, rowsOf: RowsOf): PolicyDocument {
  return new PolicyDocument({
    statements: [
      ...onTables(grants, resources, rowsOf),
      ...onFiles(grants, resources, rowsOf),
      ...(rowsOf === 'one-company' ? onTenantRole(grants, resources) : []),
      ...onQueues(grants, resources),
      ...onOthers(grants, resources),
    ],
  })
}

function onTables(grants: Grants, { tables }: Resources, rowsOf: RowsOf): PolicyStatement[] {
  const { table, authTable } = grants
  const actions = table === 'write' ? [...READ_ROWS, ...WRITE_ROWS] : READ_ROWS
  const { tableArn } = tables.table
  return [
    ...(rowsOf === 'one-company' ? rowsOnly(ownKeys(grants), tableArn) : []),
    ...(rowsOf === 'all-companies' && table ? [allow(actions, [tableArn])] : []),
    ...(authTable
      ? [allow([...READ_ROWS, ...WRITE_ROWS], [tables.authTable.tableArn]), allowThroughDynamo(tables)]
      : []),
  ]
}

function allowThroughDynamo({ authTableKey }: Tables): PolicyStatement {
  const service = `dynamodb.${authTableKey.stack.region}.${authTableKey.stack.urlSuffix}`
  const statement = allow(USE_KEY, [authTableKey.keyArn])
  statement.addCondition('StringEquals', { 'kms:ViaService': service })
  return statement
}

function onFiles(
  { files: actions = [], platformFiles = [] }: Grants,
  { files }: Resources,
  rowsOf: RowsOf,
): PolicyStatement[] {
  return [
    ...(rowsOf === 'all-companies' ? objectRights(actions, files) : []),
    ...objectRights(platformFiles, files, PLATFORM),
  ]
}

function onTenantRole(grants: Grants, { tenantRoles }: Resources): PolicyStatement[] {
  const role = tenantRoles.roleFor(grants)
  return role ? [allow(['sts:AssumeRole', 'sts:TagSession'], [role.roleArn])] : []
}

function onQueues({ send = [], receive = [], commands }: Grants, { queues }: Resources): PolicyStatement[] {
  const { commandArns } = queues
  const sending = [
    ...send.map((name) => queues.byName[name].queueArn),
    // The receiver of commands also sends one.
    ...(commands ? commandArns : []),
    // A worker moves a message that would block its group forever into the dead-letter queue.
    ...receive.filter(isFifo).flatMap((name) => queues.byName[name].deadLetterQueue?.queue.queueArn ?? []),
  ]
  const receiving = [
    ...receive.map((name) => queues.byName[name].queueArn),
    ...(commands === 'receive' ? commandArns : []),
  ]
  return [
    ...(sending.length > 0 ? [allow(SEND, sending)] : []),
    ...(receiving.length > 0 ? [allow(RECEIVE, receiving)] : []),
  ]
}

function onOthers(
  { secrets: names = [], sockets, email: mails }: Grants,
  { secrets, gateways, email }: Resources,
): PolicyStatement[] {
  return [
    ...(names.length > 0
      ? [
          allow(
            ['secretsmanager:GetSecretValue'],
            names.map((name) => secrets.named[name].secretArn),
          ),
        ]
      : []),
    ...(sockets ? [allow(['execute-api:ManageConnections'], [gateways.connectionsArn])] : []),
    ...(mails ? email.permissions : []),
  ]
}

const allow = (actions: string[], resources: string[]) => new PolicyStatement({ actions, resources })

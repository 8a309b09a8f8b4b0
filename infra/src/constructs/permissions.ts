import { isFifo } from '@recado/shared/queues/queues'
import { PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { FileAction, Grants } from '../grants.ts'
import type { EmailAddress } from './email-address.ts'
import type { FilesBucket } from './files-bucket.ts'
import type { Gateways } from './gateways.ts'
import type { Queues } from './queues.ts'
import type { Secrets } from './secrets.ts'
import { READ_ROWS, WRITE_ROWS } from './table-actions.ts'
import type { Tables } from './tables.ts'
import { rowsOnly, SHARED_ROWS, type TenantRoles } from './tenant-roles.ts'

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
const FILE_ACTIONS: Record<FileAction, string[]> = {
  read: ['s3:GetObject'],
  // A large file is uploaded in parts, which are aborted together after a failure.
  write: ['s3:PutObject', 's3:PutObjectTagging', 's3:AbortMultipartUpload'],
  delete: ['s3:DeleteObject'],
  // The action is on the bucket, below.
  list: [],
}
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
 * Rows that a function reaches: those of all companies (workers behind queues, and operators' routes), or those of
 * one company at a time, through a role that it assumes for it.
 */
export type RowsOf = 'all-companies' | 'one-company'

/** Grants as IAM statements: named actions on named resources. */
export function permissionsFor(grants: Grants, resources: Resources, rowsOf: RowsOf): PolicyDocument {
  return new PolicyDocument({
    statements: [
      ...onTables(grants, resources, rowsOf),
      ...onFiles(grants, resources),
      ...onQueues(grants, resources),
      ...onOthers(grants, resources),
    ],
  })
}

function onTables(
  { table, authTable }: Grants,
  { tables, tenantRoles }: Resources,
  rowsOf: RowsOf,
): PolicyStatement[] {
  const actions = table === 'write' ? [...READ_ROWS, ...WRITE_ROWS] : READ_ROWS
  const { tableArn } = tables.table
  const onCompanies = (of: 'read' | 'write') =>
    rowsOf === 'all-companies'
      ? [allow(actions, [tableArn])]
      : [
          rowsOnly(actions, tableArn, SHARED_ROWS),
          allow(['sts:AssumeRole', 'sts:TagSession'], [tenantRoles[of].roleArn]),
        ]
  return [
    ...(table ? onCompanies(table) : []),
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

function onFiles({ files: actions = [] }: Grants, { files }: Resources): PolicyStatement[] {
  if (actions.length === 0) return []
  const onObjects = allow(
    actions.flatMap((action) => FILE_ACTIONS[action]),
    [files.objectsArn],
  )
  // Without this right, S3 answers 403 for a missing object, and the code expects 404.
  return actions.includes('read') || actions.includes('list')
    ? [onObjects, allow(['s3:ListBucket'], [files.bucket.bucketArn])]
    : [onObjects]
}

function onQueues({ send = [], receive = [], commands }: Grants, { queues }: Resources): PolicyStatement[] {
  const commandArns = queues.commands.map(({ queueArn }) => queueArn)
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

import type { SQSClient } from '@aws-sdk/client-sqs'
import { sqsClient } from '@recado/shared/queues/sqs'
import { DynamoTable } from '@recado/shared/table/dynamo'
import type { Table } from '@recado/shared/table/table'
import { localNames } from './local-names.ts'
import { deployedSecrets, type StoredSecrets } from './secrets.ts'
import { deployedNames } from './stack-names.ts'

/** What a command works on. */
export interface Deployment {
  /** For people: which it is. */
  where: string
  table: Table
  sqs: SQSClient
  /** The URL of a queue, by its name with the ending `.fifo` where it has one. */
  queueUrl(name: string): string
  secrets: StoredSecrets
  now(): number
}

/** How the parts of a deployment are called. */
export interface Names {
  where: string
  table: string
  /** Everything in a queue's URL before its name. */
  queueUrlPrefix: string
  secrets: StoredSecrets
}

/** @throws OperationError where there is no such deployment */
export async function openDeployment(which: { isLocal: boolean; name: string }): Promise<Deployment> {
  const { where, table, queueUrlPrefix, secrets } = which.isLocal
    ? await localNames(process.env)
    : { ...(await deployedNames(which.name)), secrets: deployedSecrets(`${which.name}/`) }
  return {
    where,
    table: new DynamoTable(table),
    sqs: sqsClient(),
    queueUrl: (name) => queueUrlPrefix + name,
    secrets,
    now: Date.now,
  }
}

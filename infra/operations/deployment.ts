import type { SQSClient } from '@aws-sdk/client-sqs'
import { sqsClient } from '@recado/shared/queues/sqs'
import { DynamoTable } from '@recado/shared/table/dynamo'
import type { Table } from '@recado/shared/table/table'
import { localNames } from './local-names.ts'
import { deployedSecrets, type StoredSecrets } from './secrets.ts'
import { deployedNames } from './stack-names.ts'

/** The deployment that a command works on. */
export interface Deployment {
  /** Its name, for people. */
  where: string
  table: Table
  sqs: SQSClient
  /** URL of a queue by its name, including `.fifo` if it has it. */
  queueUrl(name: string): string
  secrets: StoredSecrets
  now(): number
}

/** Names of a deployment's parts. */
export interface Names {
  where: string
  table: string
  /** The part of a queue's URL before its name. */
  queueUrlPrefix: string
  secrets: StoredSecrets
}

/** @throws OperationError when the deployment does not exist */
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

import type { SQSClient } from '@aws-sdk/client-sqs'
import { sqsClient } from '@recado/shared/queues/sqs'
import { DynamoTable } from '@recado/shared/table/dynamo'
import type { Table } from '@recado/shared/table/table'
import { deploymentsFolder, findDeployment, onlyDeployment } from '../src/deployment-files.ts'
import type { Consumers } from './consumers.ts'
import { localNames } from './local-names.ts'
import type { StoredSecrets } from './secrets.ts'
import { deployedNames } from './stack-names.ts'

/** The deployment that a command works on. */
export interface Deployment {
  /** Its name, for people. */
  where: string
  table: Table
  tableName: string
  sqs: SQSClient
  /** URL of a queue by its name, including `.fifo` if it has it. */
  queueUrl(name: string): string
  secrets: StoredSecrets
  /** Undefined for the local system, which starts and stops as a whole. */
  consumers: Consumers | undefined
  now(): number
}

/** Names of a deployment's parts. */
export interface Names {
  where: string
  table: string
  /** The part of a queue's URL before its name. */
  queueUrlPrefix: string
  secrets: StoredSecrets
  consumers: Consumers | undefined
}

/**
 * @param which without a name, the only deployment that has a file, or else `recado`
 * @throws OperationError when the deployment does not exist
 */
export async function openDeployment(which: {
  isLocal: boolean
  name: string | undefined
}): Promise<Deployment> {
  const { where, table, queueUrlPrefix, secrets, consumers } = which.isLocal
    ? await localNames(process.env)
    : await namesOf(which.name)
  return {
    where,
    table: new DynamoTable(table),
    tableName: table,
    sqs: sqsClient(),
    queueUrl: (name) => queueUrlPrefix + name,
    secrets,
    consumers,
    now: Date.now,
  }
}

/** A deployment's file says its region. Without a file, the environment does. */
function namesOf(given: string | undefined): Promise<Names> {
  const folder = deploymentsFolder(process.env)
  const name = given ?? onlyDeployment(folder) ?? 'recado'
  const settings = findDeployment(name, folder)
  if (settings) process.env.AWS_REGION = settings.region
  return deployedNames(name)
}

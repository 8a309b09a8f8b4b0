import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { S3Client } from '@aws-sdk/client-s3'
import { SQSClient } from '@aws-sdk/client-sqs'
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
  /** Its address for browsers. */
  origin: string
  table: Table
  tableName: string
  /** The bucket of files. */
  bucket: string
  s3: S3Client
  sqs: SQSClient
  /** The number of shards of connections. */
  shards: number
  /** URL of a queue by its name, including `.fifo` if it has it. */
  queueUrl(name: string): string
  /** Time until the counts of a queue contain a message, in milliseconds. */
  countedAfterMs: number
  secrets: StoredSecrets
  /** Undefined for the local system, which starts and stops as a whole. */
  consumers: Consumers | undefined
  now(): number
}

/** Names of a deployment's parts, and how its clients reach them. */
export interface Names {
  where: string
  origin: string
  table: string
  bucket: string
  /** The part of a queue's URL before its name. */
  queueUrlPrefix: string
  /** The number of shards of connections. */
  shards: number
  countedAfterMs: number
  secrets: StoredSecrets
  consumers: Consumers | undefined
  client: { region: string; credentials?: { accessKeyId: string; secretAccessKey: string } }
  /** Addresses of emulators: of DynamoDB, and of SQS and S3. */
  endpoints?: { dynamodb: string; queues: string }
}

interface Which {
  isLocal: boolean
  name: string | undefined
}

/**
 * @param which without a name, the only deployment that has a file, or else `recado`
 * @throws OperationError when the deployment does not exist
 */
export const openDeployment = async ({ isLocal, name }: Which): Promise<Deployment> =>
  opened(isLocal ? await localNames(process.env) : await namesOf(name, process.env))

/**
 * A second deployment beside that of the command. @param to its name; for a local system its folder
 * @throws OperationError when it does not exist
 */
export async function openOther(to: string, { isLocal }: Pick<Which, 'isLocal'>): Promise<Deployment> {
  // The environment of this process stays that of the first one.
  const environment = { ...process.env, RECADO_DATA: to }
  return opened(isLocal ? await localNames(environment) : await namesOf(to, environment))
}

/** Another table of the deployed system that the command has opened. */
export const tableNamed = (name: string): Table => new DynamoTable(name)

/** The clients get their region and addresses here, because the environment can name one deployment only. */
function opened({ table, queueUrlPrefix, client, endpoints, ...names }: Names): Deployment {
  const at = (endpoint: string | undefined) => (endpoint ? { ...client, endpoint } : client)
  // An emulator's queue URLs name hosts of their own.
  const isEmulated = Boolean(endpoints ?? process.env.AWS_ENDPOINT_URL_SQS)
  return {
    ...names,
    table: new DynamoTable(table, new DynamoDBClient(at(endpoints?.dynamodb))),
    tableName: table,
    s3: new S3Client({ ...at(endpoints?.queues), forcePathStyle: endpoints !== undefined }),
    sqs: new SQSClient({ ...at(endpoints?.queues), ...(isEmulated && { useQueueUrlAsEndpoint: false }) }),
    queueUrl: (name) => queueUrlPrefix + name,
    now: Date.now,
  }
}

/** A deployment's file says its region. Without a file, the environment does. */
function namesOf(given: string | undefined, environment: NodeJS.ProcessEnv): Promise<Names> {
  const folder = deploymentsFolder(environment)
  const name = given ?? onlyDeployment(folder) ?? 'recado'
  const settings = findDeployment(name, folder)
  if (settings) environment.AWS_REGION = settings.region
  return deployedNames(name, environment.AWS_REGION)
}

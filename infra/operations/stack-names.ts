import { CloudFormationClient, paginateListStackResources, type Stack } from '@aws-sdk/client-cloudformation'
import { shardCount } from '@recado/shared/queues/shards'
import { OperationError } from './command.ts'
import { consumersIn } from './consumers.ts'
import type { Names } from './deployment.ts'
import { findStack } from './find-stack.ts'
import { deployedSecrets } from './secrets.ts'

/** The time that SQS names for its counts ("GetQueueAttributes" in its API reference). */
const COUNTED_AFTER_MS = 60_000

/** A resource as CloudFormation lists it. */
export interface Listed {
  ResourceType?: string | undefined
  LogicalResourceId?: string | undefined
  /** A queue's URL. */
  PhysicalResourceId?: string | undefined
}

/**
 * Names in a deployment's stack, which has the deployment's name. @param of its region; without one, that of the
 * environment @throws OperationError
 */
export async function deployedNames(name: string, of: string | undefined): Promise<Names> {
  const client = new CloudFormationClient(of ? { region: of } : {})
  const region = await client.config.region()
  const stack = await findStack(client, name)
  if (!stack)
    throw new OperationError(
      `There is no stack ${name} in ${region}. --name says which deployment, AWS_REGION where it is.`,
    )
  const resources = await resourcesOf(client, name)
  const names = namesIn(resources, name)
  const { TableName: table, AppAddress: origin, Shards } = outputsOf(stack)
  if (!names || !table || !origin)
    throw new OperationError(`The stack ${name} in ${region} is no deployment of Recado.`)
  return {
    where: `${name} in ${region}`,
    origin,
    table,
    bucket: names.bucket,
    queueUrlPrefix: names.queueUrlPrefix,
    // A stack of a release without this setting has no such output.
    shards: shardCount.parse(Shards),
    countedAfterMs: COUNTED_AFTER_MS,
    secrets: deployedSecrets(names.secretPrefix, region),
    consumers: consumersIn(resources),
    client: { region },
  }
}

/** The table is one of the outputs, since a restored table is not one of the stack's resources. */
const outputsOf = ({ Outputs = [] }: Stack): Record<string, string | undefined> =>
  Object.fromEntries(Outputs.map(({ OutputKey = '', OutputValue }) => [OutputKey, OutputValue]))

async function resourcesOf(client: CloudFormationClient, name: string): Promise<Listed[]> {
  const resources: Listed[] = []
  for await (const page of paginateListStackResources({ client }, { StackName: name }))
    resources.push(...(page.StackResourceSummaries ?? []))
  return resources
}

/**
 * The first part of the queues' URLs and of the secrets' names, and the bucket of files, from the constructs `Queues`,
 * `Secrets` and `Files`. The first two contain the same mark of the stack's id.
 */
export function namesIn(
  resources: readonly Listed[],
  name: string,
): { queueUrlPrefix: string; secretPrefix: string; bucket: string } | undefined {
  const pace = new RegExp(`^(.*/${name}-([0-9a-f]{8})-)pace$`)
  const [, queueUrlPrefix, mark] =
    resources
      .filter(({ ResourceType }) => ResourceType === 'AWS::SQS::Queue')
      .map(({ PhysicalResourceId = '' }) => pace.exec(PhysicalResourceId))
      .find((match) => match !== null) ?? []
  const files = resources.find(
    ({ ResourceType, LogicalResourceId = '' }) =>
      ResourceType === 'AWS::S3::Bucket' && LogicalResourceId.startsWith('Files'),
  )
  const bucket = files?.PhysicalResourceId
  return queueUrlPrefix && mark && bucket
    ? { queueUrlPrefix, secretPrefix: `${name}/${mark}/`, bucket }
    : undefined
}

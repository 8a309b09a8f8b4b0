import {
  CloudFormationClient,
  CloudFormationServiceException,
  DescribeStacksCommand,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation'
import { OperationError } from './command.ts'
import { consumersIn } from './consumers.ts'
import type { Names } from './deployment.ts'
import { deployedSecrets } from './secrets.ts'

/** A resource as CloudFormation lists it. */
export interface Listed {
  ResourceType?: string | undefined
  LogicalResourceId?: string | undefined
  /** A queue's URL. */
  PhysicalResourceId?: string | undefined
}

/** Names in a deployment's stack, which has the deployment's name. @throws OperationError */
export async function deployedNames(name: string): Promise<Names> {
  const client = new CloudFormationClient({})
  const region = await client.config.region()
  const resources = await resourcesOf(client, name, region)
  const names = namesIn(resources, name)
  const table = await tableNameOf(client, name)
  if (!names || !table) throw new OperationError(`The stack ${name} in ${region} is no deployment of Recado.`)
  return {
    where: `${name} in ${region}`,
    table,
    queueUrlPrefix: names.queueUrlPrefix,
    secrets: deployedSecrets(names.secretPrefix),
    consumers: consumersIn(resources),
  }
}

/** From the stack's outputs, since a restored table is not one of its resources. */
async function tableNameOf(client: CloudFormationClient, name: string): Promise<string | undefined> {
  const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName: name }))
  return stack?.Outputs?.find(({ OutputKey }) => OutputKey === 'TableName')?.OutputValue
}

async function resourcesOf(client: CloudFormationClient, name: string, region: string): Promise<Listed[]> {
  const resources: Listed[] = []
  try {
    for await (const page of paginateListStackResources({ client }, { StackName: name }))
      resources.push(...(page.StackResourceSummaries ?? []))
    return resources
  } catch (error) {
    if (error instanceof CloudFormationServiceException && /does not exist/.test(error.message))
      throw new OperationError(
        `There is no stack ${name} in ${region}. --name says which deployment, AWS_REGION where it is.`,
      )
    throw error
  }
}

/**
 * The first part of the queues' URLs and of the secrets' names, from the constructs `Queues` and `Secrets`. Both
 * contain the same mark of the stack's id.
 */
export function namesIn(
  resources: readonly Listed[],
  name: string,
): { queueUrlPrefix: string; secretPrefix: string } | undefined {
  const pace = new RegExp(`^(.*/${name}-([0-9a-f]{8})-)pace$`)
  const [, queueUrlPrefix, mark] =
    resources
      .filter(({ ResourceType }) => ResourceType === 'AWS::SQS::Queue')
      .map(({ PhysicalResourceId = '' }) => pace.exec(PhysicalResourceId))
      .find((match) => match !== null) ?? []
  return queueUrlPrefix && mark ? { queueUrlPrefix, secretPrefix: `${name}/${mark}/` } : undefined
}

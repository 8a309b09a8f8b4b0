import {
  CloudFormationClient,
  CloudFormationServiceException,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation'
import { OperationError } from './command.ts'
import type { Names } from './deployment.ts'

/** A resource as CloudFormation lists it. */
export interface Listed {
  ResourceType?: string | undefined
  LogicalResourceId?: string | undefined
  /** A table's name, a queue's URL. */
  PhysicalResourceId?: string | undefined
}

/** Names in a deployment's stack, which has the deployment's name. @throws OperationError */
export async function deployedNames(name: string): Promise<Omit<Names, 'secrets'>> {
  const client = new CloudFormationClient({})
  const region = await client.config.region()
  const resources = await resourcesOf(client, name, region)
  const names = namesIn(resources, name)
  if (!names) throw new OperationError(`The stack ${name} in ${region} is no deployment of Recado.`)
  return { where: `${name} in ${region}`, ...names }
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

/** The companies' table and the queues' URL, from the constructs `Tables/Table` and `Queues`. */
export function namesIn(
  resources: readonly Listed[],
  name: string,
): Pick<Names, 'table' | 'queueUrlPrefix'> | undefined {
  const table = resources.find(
    ({ ResourceType, LogicalResourceId }) =>
      ResourceType === 'AWS::DynamoDB::Table' && /^TablesTable[0-9A-F]{8}$/.test(LogicalResourceId ?? ''),
  )?.PhysicalResourceId
  const pace = resources.find(
    ({ ResourceType, PhysicalResourceId = '' }) =>
      ResourceType === 'AWS::SQS::Queue' && PhysicalResourceId.endsWith(`/${name}-pace`),
  )?.PhysicalResourceId
  return table && pace ? { table, queueUrlPrefix: pace.replace(/pace$/, '') } : undefined
}

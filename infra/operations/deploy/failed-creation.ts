import {
  CloudFormationClient,
  CloudFormationServiceException,
  DescribeStacksCommand,
  UpdateTerminationProtectionCommand,
} from '@aws-sdk/client-cloudformation'

/** States after a failed creation. The CDK deletes such a stack before it creates it again. */
const NEVER_CREATED = ['ROLLBACK_COMPLETE', 'ROLLBACK_FAILED']

interface WhichStack {
  name: string
  region: string
}

/**
 * Removes the protection of a stack whose creation failed. The CDK protects a stack before it creates it, so
 * CloudFormation would refuse to delete it ("Protect CloudFormation stacks from being deleted" in its user guide). The
 * next deployment protects it again. @returns whether there was such a stack
 */
export async function releaseFailedCreation({ name, region }: WhichStack): Promise<boolean> {
  const client = new CloudFormationClient({ region })
  if (!NEVER_CREATED.includes((await statusOf(client, name)) ?? '')) return false
  await client.send(
    new UpdateTerminationProtectionCommand({ StackName: name, EnableTerminationProtection: false }),
  )
  return true
}

async function statusOf(client: CloudFormationClient, name: string): Promise<string | undefined> {
  try {
    const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName: name }))
    return stack?.StackStatus
  } catch (error) {
    if (error instanceof CloudFormationServiceException && /does not exist/.test(error.message))
      return undefined
    throw error
  }
}

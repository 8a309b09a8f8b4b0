import { CloudFormationClient, UpdateTerminationProtectionCommand } from '@aws-sdk/client-cloudformation'
import { findStack } from '../find-stack.ts'

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
  const stack = await findStack(client, name)
  if (!NEVER_CREATED.includes(stack?.StackStatus ?? '')) return false
  await client.send(
    new UpdateTerminationProtectionCommand({ StackName: name, EnableTerminationProtection: false }),
  )
  return true
}

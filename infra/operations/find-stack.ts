import {
  type CloudFormationClient,
  CloudFormationServiceException,
  DescribeStacksCommand,
  type Stack,
} from '@aws-sdk/client-cloudformation'

/** A stack as CloudFormation describes it; undefined if there is none of this name. */
export async function findStack(client: CloudFormationClient, name: string): Promise<Stack | undefined> {
  try {
    const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName: name }))
    return stack
  } catch (error) {
    if (error instanceof CloudFormationServiceException && /does not exist/.test(error.message))
      return undefined
    throw error
  }
}

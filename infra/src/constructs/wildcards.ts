import { Names, type NestedStack, type Resource, Stack, Validations } from 'aws-cdk-lib'
import { flattenCfnReference } from 'cdk-nag/lib/utils/flatten-cfn-reference.js'
import type { Construct } from 'constructs'

/** Acknowledges why roles in `scope` name a resource with a wildcard. Any other wildcard stays a finding. */
export function acknowledgeWildcard(scope: Construct, arn: string, reason: string): void {
  const named = flattenCfnReference(Stack.of(scope).resolve(arn))
  Validations.of(scope).acknowledge({ id: `AwsSolutions-IAM5[Resource::${named}]`, reason })
}

interface Handed {
  of: Resource
  attribute: string
  /** The part of the resource's name after it. */
  behind: string
}

/** The same for a nested stack, which names its parent's resources by its own parameters. */
export function acknowledgeHandedWildcard(
  scope: NestedStack,
  { of, attribute, behind }: Handed,
  reason: string,
): void {
  const made = of.node.defaultChild ?? of
  const named = `<referenceto${Names.nodeUniqueId(made.node)}${attribute}>${behind}`
  Validations.of(scope).acknowledge({ id: `AwsSolutions-IAM5[Resource::${named}]`, reason })
}

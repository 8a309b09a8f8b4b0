import { Names, type NestedStack, type Resource, Stack, Validations } from 'aws-cdk-lib'
import { flattenCfnReference } from 'cdk-nag/lib/utils/flatten-cfn-reference.js'
import type { Construct } from 'constructs'

/** Says why roles in `scope` may name this resource, which ends in a wildcard; any other stays a finding. */
export function acknowledgeWildcard(scope: Construct, arn: string, reason: string): void {
  const named = flattenCfnReference(Stack.of(scope).resolve(arn))
  Validations.of(scope).acknowledge({ id: `AwsSolutions-IAM5[Resource::${named}]`, reason })
}

interface Handed {
  of: Resource
  attribute: string
  /** What follows it in the resource's name. */
  behind: string
}

/** The same within a nested stack, which knows what its parent has by the name under which it is handed in. */
export function acknowledgeHandedWildcard(
  scope: NestedStack,
  { of, attribute, behind }: Handed,
  reason: string,
): void {
  const made = of.node.defaultChild ?? of
  const named = `<referenceto${Names.nodeUniqueId(made.node)}${attribute}>${behind}`
  Validations.of(scope).acknowledge({ id: `AwsSolutions-IAM5[Resource::${named}]`, reason })
}

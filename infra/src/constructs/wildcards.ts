import { Stack, Validations } from 'aws-cdk-lib'
import { flattenCfnReference } from 'cdk-nag/lib/utils/flatten-cfn-reference.js'
import type { Construct } from 'constructs'

/** Says why roles in `scope` may name this resource, which ends in a wildcard; any other stays a finding. */
export function acknowledgeWildcard(scope: Construct, arn: string, reason: string): void {
  const named = flattenCfnReference(Stack.of(scope).resolve(arn))
  Validations.of(scope).acknowledge({ id: `AwsSolutions-IAM5[Resource::${named}]`, reason })
}

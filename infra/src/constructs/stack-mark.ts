import { Fn, Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'

/**
 * Eight digits of the stack's own id, for names that must be known before their resources exist. A stack that is
 * created again after a failure has another id, so what the failed one left behind blocks no name
 * (docs/adr/0048-a-failed-deployment-can-be-repeated.md). Source of the id's form: "Pseudo parameters reference" in the
 * CloudFormation user guide, `arn:aws:cloudformation:…:stack/<name>/<uuid>`.
 */
export const stackMark = (scope: Construct): string =>
  Fn.select(0, Fn.split('-', Fn.select(2, Fn.split('/', Stack.of(scope).stackId))))

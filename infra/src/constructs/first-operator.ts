import { CustomResource, Duration } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import { otherFunctions } from '../functions.ts'
import { firstOperatorGrants } from '../worker-grants.ts'
import type { System } from './system.ts'

interface FirstOperatorProps {
  email: string
  system: System
}

/**
 * Creates the platform's own company and its first operator, once, and mails the operator a link to choose a
 * password. An existing account stays unchanged, unless its address is corrected before it has a password.
 */
export class FirstOperator extends Construct {
  constructor(scope: Construct, id: string, { email, system }: FirstOperatorProps) {
    super(scope, id)
    const maker = system.lambda(this, 'Maker', {
      file: otherFunctions.firstOperator,
      grants: firstOperatorGrants,
      rowsOf: 'all-companies',
      timeoutSeconds: 60,
      memoryMegabytes: 256,
    })
    new CustomResource(this, 'Operator', {
      resourceType: 'Custom::FirstOperator',
      serviceToken: maker.functionArn,
      serviceTimeout: Duration.minutes(5),
      properties: { Email: email },
    })
  }
}

import { RemovalPolicy } from 'aws-cdk-lib'
import { AccountRootPrincipal, type IRole, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import type { Construct } from 'constructs'

/** Everything that keeps a key, and nothing that uses it. */
const ADMINISTER = [
  'kms:CancelKeyDeletion',
  'kms:DescribeKey',
  'kms:DisableKey',
  'kms:EnableKey',
  'kms:EnableKeyRotation',
  'kms:GetKeyPolicy',
  'kms:GetKeyRotationStatus',
  'kms:ListResourceTags',
  'kms:PutKeyPolicy',
  'kms:ScheduleKeyDeletion',
  'kms:TagResource',
  'kms:UntagResource',
  'kms:UpdateKeyDescription',
]

/**
 * Wraps the data keys of connections. Its policy is the only place that lets anyone use it: the account's
 * administrators keep the key, the socket service alone opens what it closed.
 */
export class WrappingKey extends Key {
  constructor(scope: Construct, id: string, { user }: { user: IRole }) {
    super(scope, id, {
      description: "Wraps the data keys of connections' WhatsApp keys",
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN,
      policy: new PolicyDocument({
        statements: [
          // In a key's own policy, * is this key.
          new PolicyStatement({
            principals: [new AccountRootPrincipal()],
            actions: ADMINISTER,
            resources: ['*'],
          }),
          new PolicyStatement({
            principals: [user],
            actions: ['kms:GenerateDataKey', 'kms:Decrypt'],
            resources: ['*'],
            conditions: { StringEquals: { 'kms:EncryptionContext:purpose': 'whatsapp-keys' } },
          }),
        ],
      }),
    })
  }
}

import { RemovalPolicy } from 'aws-cdk-lib'
import { AccountRootPrincipal, type IRole, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import type { Construct } from 'constructs'

/** Actions that administer a key, and none that use it. */
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
 * Encrypts the connections' data keys. Only its own policy allows its use: the account's administrators administer
 * the key, and only the socket service decrypts with it.
 */
export class WrappingKey extends Key {
  constructor(scope: Construct, id: string, { user }: { user: IRole }) {
    super(scope, id, {
      description: "Wraps the data keys of connections' WhatsApp keys",
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      policy: new PolicyDocument({
        statements: [
          // In a key's own policy, * means this key.
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

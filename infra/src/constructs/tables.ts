import { RemovalPolicy } from 'aws-cdk-lib'
import { AttributeType, BillingMode, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb'
import { Key } from 'aws-cdk-lib/aws-kms'
import { Construct } from 'constructs'

const PROTECTED = {
  partitionKey: { name: 'pk', type: AttributeType.STRING },
  sortKey: { name: 'sk', type: AttributeType.STRING },
  billingMode: BillingMode.PAY_PER_REQUEST,
  timeToLiveAttribute: 'expiresAt',
  pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
  deletionProtection: true,
  removalPolicy: RemovalPolicy.RETAIN,
}

/**
 * All tenants' rows in one table, and WhatsApp's keys in another with a KMS key of its own, so that nobody
 * reads them by a right to the first.
 */
export class Tables extends Construct {
  readonly table: Table
  readonly authTable: Table
  readonly authTableKey: Key

  constructor(scope: Construct, id: string) {
    super(scope, id)
    this.table = new Table(this, 'Table', PROTECTED)
    this.authTableKey = new Key(this, 'AuthTableKey', {
      description: 'Encrypts the table of WhatsApp keys at rest',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN,
    })
    this.authTable = new Table(this, 'AuthTable', {
      ...PROTECTED,
      encryption: TableEncryption.CUSTOMER_MANAGED,
      encryptionKey: this.authTableKey,
    })
  }
}

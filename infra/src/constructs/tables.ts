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
 * All companies' rows in one table, and WhatsApp's keys in another one with its own KMS key. A right to the first
 * table does not open the second.
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

import { RemovalPolicy } from 'aws-cdk-lib'
import { AttributeType, BillingMode, type ITable, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb'
import { Key } from 'aws-cdk-lib/aws-kms'
import { Construct } from 'constructs'

const PROTECTED = {
  partitionKey: { name: 'pk', type: AttributeType.STRING },
  sortKey: { name: 'sk', type: AttributeType.STRING },
  billingMode: BillingMode.PAY_PER_REQUEST,
  timeToLiveAttribute: 'expiresAt',
  pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
  deletionProtection: true,
  // Also after a failed first deployment: its rollback could not delete a protected table, and would fail too.
  removalPolicy: RemovalPolicy.RETAIN,
}

/**
 * All companies' rows in one table, and WhatsApp's keys in another one with its own KMS key. A right to the first
 * table does not open the second.
 */
export class Tables extends Construct {
  readonly table: ITable
  readonly authTable: Table
  readonly authTableKey: Key

  /** @param restored name of a restored table in place of the stack's own one, which stays in the account */
  constructor(scope: Construct, id: string, { restored }: { restored: string | undefined }) {
    super(scope, id)
    this.table = restored
      ? Table.fromTableName(this, 'Restored', restored)
      : new Table(this, 'Table', PROTECTED)
    this.authTableKey = new Key(this, 'AuthTableKey', {
      description: 'Encrypts the table of WhatsApp keys at rest',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    })
    this.authTable = new Table(this, 'AuthTable', {
      ...PROTECTED,
      encryption: TableEncryption.CUSTOMER_MANAGED,
      encryptionKey: this.authTableKey,
    })
  }
}

import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'

/** Access logs of the buckets, kept long enough for an incident to be noticed. */
export class AccessLogs extends Bucket {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      lifecycleRules: [{ id: 'expire', expiration: Duration.days(90) }],
      // Also after a failed first deployment: it may hold logs by then, and only an empty bucket can be deleted.
      removalPolicy: RemovalPolicy.RETAIN,
    })
  }
}

import { PLATFORM } from '@recado/shared/table/platform-id'
import { UPLOAD_TAG } from '@recado/shared/uploads/tag'
import { Duration, type NestedStack, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods, type IBucket } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { stackMark } from './stack-mark.ts'
import { acknowledgeHandedWildcard, acknowledgeWildcard } from './wildcards.ts'

/** Longer than a message about an upload can stay in a queue. */
const UPLOADS_KEPT = Duration.days(7)

/**
 * The bucket's name is computed, because the app's Content-Security-Policy names the bucket and the bucket's CORS
 * names the app: one of them must be known before the other exists. At most 63 characters, S3's limit.
 */
const bucketName = (scope: Construct, name: string): string => {
  const { account, region } = Stack.of(scope)
  return `${name}-${stackMark(scope)}-files-${account}-${region}`
}

/** Origin of presigned requests to the bucket. */
export const filesOrigin = (scope: Construct, name: string): string => {
  const { region, urlSuffix } = Stack.of(scope)
  return `https://${bucketName(scope, name)}.s3.${region}.${urlSuffix}`
}

interface FilesBucketProps {
  name: string
  appOrigin: string
  accessLogs: IBucket
}

const WHY_ALL_OBJECTS =
  'Objects are named by their company, upload by upload; the code puts the company there.'

/** A reason for `objectsOf`. */
export const WHY_ALL_OF_AN_OWNER = 'Objects of one owner are named upload by upload.'

/** Companies' files. The app's pages upload and download them with presigned requests. */
export class FilesBucket extends Construct {
  readonly bucket: Bucket
  /** All objects, for IAM. */
  readonly objectsArn: string

  constructor(scope: Construct, id: string, { name, appOrigin, accessLogs }: FilesBucketProps) {
    super(scope, id)
    this.bucket = new Bucket(this, 'Bucket', {
      bucketName: bucketName(this, name),
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      versioned: false,
      // Empty until the first person signs in, so a failed first deployment can delete it.
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      serverAccessLogsBucket: accessLogs,
      serverAccessLogsPrefix: 'files/',
      cors: [
        { allowedOrigins: [appOrigin], allowedMethods: [HttpMethods.GET, HttpMethods.POST], maxAge: 3600 },
      ],
      lifecycleRules: [
        // A rule cannot match `{companyId}/uploads/`, so temporary uploads carry a tag.
        { id: 'uploads', tagFilters: UPLOAD_TAG, expiration: UPLOADS_KEPT },
        { id: 'parts', abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
    })
    this.objectsArn = this.bucket.arnForObjects('*')
    acknowledgeWildcard(Stack.of(this), this.objectsArn, WHY_ALL_OBJECTS)
  }

  /** The objects of a company, or of the platform, for IAM. @param owner an id, or a variable that IAM replaces by one */
  objectsOf = (owner: string): string => this.bucket.arnForObjects(`${owner}/*`)

  /** Lets roles of a nested stack name the platform's own objects. */
  acknowledgeIn(nested: NestedStack): void {
    const behind = `/${PLATFORM}/*`
    acknowledgeHandedWildcard(nested, { of: this.bucket, attribute: 'Arn', behind }, WHY_ALL_OF_AN_OWNER)
  }
}

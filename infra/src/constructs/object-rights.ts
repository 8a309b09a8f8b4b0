import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { FileAction } from '../grants.ts'
import type { FilesBucket } from './files-bucket.ts'

const ACTIONS: Record<FileAction, string[]> = {
  read: ['s3:GetObject'],
  // A large file is uploaded in parts, which are aborted together after a failure.
  write: ['s3:PutObject', 's3:PutObjectTagging', 's3:AbortMultipartUpload'],
  delete: ['s3:DeleteObject'],
  // The action is on the bucket, below.
  list: [],
}

/** Rights to all objects of the bucket, or only to those whose keys begin with `{owner}/`. */
export function objectRights(
  actions: readonly FileAction[],
  { bucket, objectsArn, objectsOf }: Pick<FilesBucket, 'bucket' | 'objectsArn' | 'objectsOf'>,
  owner?: string,
): PolicyStatement[] {
  const onObjects = actions.flatMap((action) => ACTIONS[action])
  // Without this right, S3 answers 403 for a missing object, and the code expects 404.
  const isListing = actions.includes('read') || actions.includes('list')
  const listing = new PolicyStatement({
    actions: ['s3:ListBucket'],
    resources: [bucket.bucketArn],
    ...(owner && { conditions: { StringLike: { 's3:prefix': `${owner}/*` } } }),
  })
  return [
    ...(onObjects.length > 0
      ? [new PolicyStatement({ actions: onObjects, resources: [owner ? objectsOf(owner) : objectsArn] })]
      : []),
    ...(isListing ? [listing] : []),
  ]
}

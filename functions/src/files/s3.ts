/** What of the SDK {@link Files} works with; a module of its own, since it is loaded when a file is first touched. */
export {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
export { Upload } from '@aws-sdk/lib-storage'
export { createPresignedPost } from '@aws-sdk/s3-presigned-post'
export { getSignedUrl } from '@aws-sdk/s3-request-presigner'

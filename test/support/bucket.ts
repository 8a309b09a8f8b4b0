import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { NAMES } from '../../infra/local/environment.ts'

/** The running system's bucket, whose address stands in the environment. */
const client = () => new S3Client({ forcePathStyle: true })

export async function objectIn(key: string): Promise<Buffer> {
  const { Body } = await client().send(new GetObjectCommand({ Bucket: NAMES.bucket, Key: key }))
  return Buffer.from((await Body?.transformToByteArray()) ?? [])
}

export async function putObject(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
  await client().send(
    new PutObjectCommand({ Bucket: NAMES.bucket, Key: key, Body: bytes, ContentType: contentType }),
  )
}

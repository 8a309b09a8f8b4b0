import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'

/** A client of the running system's bucket, by the environment. */
const client = () => new S3Client({ forcePathStyle: true })
const bucket = () => process.env.BUCKET_NAME ?? ''

export async function objectIn(key: string): Promise<Buffer> {
  const { Body } = await client().send(new GetObjectCommand({ Bucket: bucket(), Key: key }))
  return Buffer.from((await Body?.transformToByteArray()) ?? [])
}

/** Keys of all objects of a company. */
export async function keysUnder(companyId: string): Promise<string[]> {
  const keys: string[] = []
  const of = { Bucket: bucket(), Prefix: `${companyId}/` }
  for await (const { Contents = [] } of paginateListObjectsV2({ client: client() }, of))
    keys.push(...Contents.map(({ Key = '' }) => Key))
  return keys
}

export async function putObject(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
  await client().send(
    new PutObjectCommand({ Bucket: bucket(), Key: key, Body: bytes, ContentType: contentType }),
  )
}

/** Puts an object larger than the emulator's limit, as a repetition of one part. */
export async function putLargeObject(key: string, part: Uint8Array, times: number): Promise<void> {
  const s3 = client()
  const of = { Bucket: bucket(), Key: key }
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand(of))
  const parts = Array.from({ length: times }, async (_, at) => {
    const PartNumber = at + 1
    const { ETag } = await s3.send(new UploadPartCommand({ ...of, UploadId, PartNumber, Body: part }))
    return { ETag, PartNumber }
  })
  const MultipartUpload = { Parts: await Promise.all(parts) }
  await s3.send(new CompleteMultipartUploadCommand({ ...of, UploadId, MultipartUpload }))
}

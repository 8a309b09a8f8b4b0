import {
  DeleteObjectCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  PutObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'
import type { Deployment } from '../deployment.ts'

export interface ComparedFiles {
  source: number
  target: number
  bytes: number
  /** Files that were missing, different, or only at the target. */
  changed: number
}

interface StoredFile {
  bytes: number
  etag: string
}

/** Files that are copied at the same time. Each is held in memory. */
const AT_ONCE = 4

/** Makes the target's files of a company equal to the source's. @returns the state before the copy */
export async function alignFiles(
  source: Deployment,
  target: Deployment,
  companyId: string,
): Promise<ComparedFiles> {
  const [ours, theirs] = await Promise.all([filesOf(source, companyId), filesOf(target, companyId)])
  const toCopy = [...ours].flatMap(([key, file]) => (isSame(file, theirs.get(key)) ? [] : [key]))
  const toDelete = [...theirs.keys()].filter((key) => !ours.has(key))
  for (let from = 0; from < toCopy.length; from += AT_ONCE)
    await Promise.all(toCopy.slice(from, from + AT_ONCE).map((key) => copy(source, target, key)))
  for (const key of toDelete) await deleteFile(target, key)
  const bytes = [...ours.values()].reduce((sum, file) => sum + file.bytes, 0)
  return { source: ours.size, target: theirs.size, bytes, changed: toCopy.length + toDelete.length }
}

/** Deletes a company's files. */
export async function deleteFiles(deployment: Deployment, companyId: string): Promise<void> {
  for (const key of (await filesOf(deployment, companyId)).keys()) await deleteFile(deployment, key)
}

/** Every key begins with its company. */
async function filesOf({ s3, bucket }: Deployment, companyId: string): Promise<Map<string, StoredFile>> {
  const files = new Map<string, StoredFile>()
  const pages = paginateListObjectsV2({ client: s3 }, { Bucket: bucket, Prefix: `${companyId}/` })
  for await (const { Contents = [] } of pages)
    for (const { Key = '', Size = 0, ETag = '' } of Contents) files.set(Key, { bytes: Size, etag: ETag })
  return files
}

/**
 * An ETag is the MD5 of the content, unless the file was uploaded in parts ("Common Response Headers" of S3's API
 * reference): such a file has another ETag after a copy, and only its size is compared.
 */
const isSame = (file: StoredFile, copied: StoredFile | undefined): boolean =>
  copied !== undefined &&
  file.bytes === copied.bytes &&
  (file.etag === copied.etag || `${file.etag}${copied.etag}`.includes('-'))

async function copy(source: Deployment, target: Deployment, Key: string): Promise<void> {
  const at = { Bucket: source.bucket, Key }
  const {
    Body,
    ContentType,
    ContentDisposition,
    TagCount = 0,
  } = await source.s3.send(new GetObjectCommand(at))
  const tags = TagCount > 0 ? await source.s3.send(new GetObjectTaggingCommand(at)) : undefined
  const Tagging = new URLSearchParams(
    (tags?.TagSet ?? []).map(({ Key: name = '', Value = '' }): [string, string] => [name, Value]),
  )
  await target.s3.send(
    new PutObjectCommand({
      Bucket: target.bucket,
      Key,
      Body: await Body?.transformToByteArray(),
      ContentType,
      ContentDisposition,
      ...(tags && { Tagging: Tagging.toString() }),
    }),
  )
}

const deleteFile = ({ s3, bucket }: Deployment, Key: string) =>
  s3.send(new DeleteObjectCommand({ Bucket: bucket, Key }))

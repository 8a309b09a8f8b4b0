import { Readable } from 'node:stream'
import { UPLOAD_TAG } from '@recado/shared/uploads/tag'
import type { Environment } from '../environment.ts'

/** Lifetime of a presigned upload, in seconds. */
const UPLOAD_SECONDS = 900
/** Lifetime of a presigned download, in seconds. */
const DOWNLOAD_SECONDS = 300

const TAGGING = `<Tagging><TagSet>${Object.entries(UPLOAD_TAG)
  .map(([Key, Value]) => `<Tag><Key>${Key}</Key><Value>${Value}</Value></Tag>`)
  .join('')}</TagSet></Tagging>`

/** The bucket of spreadsheets and media. Every key begins with its company. */
export class Files {
  readonly #bucket: string
  readonly #publicEndpoint: string | undefined
  #opened: ReturnType<typeof opened> | undefined

  constructor({ BUCKET_NAME, PUBLIC_S3_ENDPOINT }: Pick<Environment, 'BUCKET_NAME' | 'PUBLIC_S3_ENDPOINT'>) {
    this.#bucket = BUCKET_NAME
    this.#publicEndpoint = PUBLIC_S3_ENDPOINT
  }

  /** Loads S3's client lazily: it is large, and most calls of such functions touch no file. */
  #s3() {
    this.#opened ??= opened(this.#publicEndpoint)
    return this.#opened
  }

  /** Stores a temporary upload. @param fileName name for saving in a browser */
  put(key: string, bytes: Uint8Array, contentType: string, fileName?: string): Promise<void> {
    return this.#write(key, bytes, contentType, fileName, new URLSearchParams(UPLOAD_TAG).toString())
  }

  /**
   * Stores an object until it is deleted. @param fileName name for saving in a browser; without one a browser may
   * show the object
   */
  keep(key: string, bytes: Uint8Array, contentType: string, fileName?: string): Promise<void> {
    return this.#write(key, bytes, contentType, fileName)
  }

  /** Like {@link put}, for content that is produced while it is sent. */
  async putStream(
    key: string,
    chunks: AsyncIterable<Uint8Array>,
    contentType: string,
    fileName: string,
  ): Promise<void> {
    const { Upload, client } = await this.#s3()
    const upload = new Upload({
      client,
      params: {
        Bucket: this.#bucket,
        Key: key,
        Body: Readable.from(chunks),
        ContentType: contentType,
        ContentDisposition: attachment(fileName),
        Tagging: new URLSearchParams(UPLOAD_TAG).toString(),
      },
    })
    await upload.done()
  }

  async #write(
    key: string,
    bytes: Uint8Array,
    contentType: string,
    fileName: string | undefined,
    tagging?: string,
  ): Promise<void> {
    const { PutObjectCommand, client } = await this.#s3()
    await client.send(
      new PutObjectCommand({
        Bucket: this.#bucket,
        Key: key,
        Body: bytes,
        ContentType: contentType,
        ...(fileName && { ContentDisposition: attachment(fileName) }),
        ...(tagging && { Tagging: tagging }),
      }),
    )
  }

  /** @returns undefined when the object does not exist */
  async get(key: string): Promise<Uint8Array | undefined> {
    const { GetObjectCommand, client } = await this.#s3()
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: this.#bucket, Key: key }))
      return await Body?.transformToByteArray()
    } catch (error) {
      if (error instanceof Error && error.name === 'NoSuchKey') return undefined
      throw error
    }
  }

  /** The first bytes of an object; undefined when it does not exist or is empty. */
  async beginning(key: string, bytes: number): Promise<Uint8Array | undefined> {
    const { GetObjectCommand, client } = await this.#s3()
    const Range = `bytes=0-${bytes - 1}`
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: this.#bucket, Key: key, Range }))
      return await Body?.transformToByteArray()
    } catch (error) {
      if (error instanceof Error && ['NoSuchKey', 'InvalidRange'].includes(error.name)) return undefined
      throw error
    }
  }

  /**
   * Copies an object within the bucket. The copy stays until it is deleted.
   * @param fileName name for saving in a browser; without one a browser may show the object
   */
  async copy(from: string, to: string, contentType: string, fileName?: string): Promise<void> {
    const { CopyObjectCommand, client } = await this.#s3()
    await client.send(
      new CopyObjectCommand({
        Bucket: this.#bucket,
        Key: to,
        CopySource: `${this.#bucket}/${from}`,
        ContentType: contentType,
        MetadataDirective: 'REPLACE',
        TaggingDirective: 'REPLACE',
        ...(fileName && { ContentDisposition: attachment(fileName) }),
      }),
    )
  }

  /** Size of an object in bytes; undefined when it does not exist. */
  async sizeOf(key: string): Promise<number | undefined> {
    const { HeadObjectCommand, client } = await this.#s3()
    try {
      const { ContentLength } = await client.send(new HeadObjectCommand({ Bucket: this.#bucket, Key: key }))
      return ContentLength
    } catch (error) {
      if (error instanceof Error && ['NotFound', 'NoSuchKey'].includes(error.name)) return undefined
      throw error
    }
  }

  async delete(key: string): Promise<void> {
    const { DeleteObjectCommand, client } = await this.#s3()
    await client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: key }))
  }

  /** Deletes all of a company's objects. */
  async deleteAll(companyId: string): Promise<void> {
    const { paginateListObjectsV2, client } = await this.#s3()
    const of = { Bucket: this.#bucket, Prefix: `${companyId}/` }
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, of)) {
      for (const { Key = '' } of Contents) await this.delete(Key)
    }
  }

  /** A URL for downloading the object in a browser. */
  async presignDownload(key: string): Promise<string> {
    const { GetObjectCommand, getSignedUrl, publicClient } = await this.#s3()
    const command = new GetObjectCommand({ Bucket: this.#bucket, Key: key })
    return getSignedUrl(publicClient, command, { expiresIn: DOWNLOAD_SECONDS })
  }

  /** A form for a browser's upload of exactly this key and type, up to this size. */
  async presignUpload(key: string, { contentType, bytes }: { contentType: string; bytes: number }) {
    const { createPresignedPost, publicClient } = await this.#s3()
    return createPresignedPost(publicClient, {
      Bucket: this.#bucket,
      Key: key,
      Expires: UPLOAD_SECONDS,
      Fields: { 'Content-Type': contentType, tagging: TAGGING },
      Conditions: [
        ['content-length-range', 1, bytes],
        ['eq', '$Content-Type', contentType],
        ['eq', '$tagging', TAGGING],
      ],
    })
  }
}

async function opened(publicEndpoint: string | undefined) {
  const sdk = await import('./s3.ts')
  const client = new sdk.S3Client({ forcePathStyle: Boolean(publicEndpoint) })
  // A signature covers the host, so a browser's upload is signed for the browser's host.
  const publicClient = publicEndpoint
    ? new sdk.S3Client({ forcePathStyle: true, endpoint: publicEndpoint })
    : client
  return { ...sdk, client, publicClient }
}

const attachment = (fileName: string) => `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`

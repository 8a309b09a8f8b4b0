import { Readable } from 'node:stream'
import { UPLOAD_TAG } from '@recado/shared/uploads/tag'
import type { Environment } from '../environment.ts'

/** A presigned upload is good for this long, in seconds. */
const UPLOAD_SECONDS = 900
/** A presigned download is, in seconds. */
const DOWNLOAD_SECONDS = 300

const TAGGING = `<Tagging><TagSet>${Object.entries(UPLOAD_TAG)
  .map(([Key, Value]) => `<Tag><Key>${Key}</Key><Value>${Value}</Value></Tag>`)
  .join('')}</TagSet></Tagging>`

/** The bucket of spreadsheets and media; every key begins with its company. */
export class Files {
  readonly #bucket: string
  readonly #publicEndpoint: string | undefined
  #opened: ReturnType<typeof opened> | undefined

  constructor({ BUCKET_NAME, PUBLIC_S3_ENDPOINT }: Pick<Environment, 'BUCKET_NAME' | 'PUBLIC_S3_ENDPOINT'>) {
    this.#bucket = BUCKET_NAME
    this.#publicEndpoint = PUBLIC_S3_ENDPOINT
  }

  /** S3's client, which is large: most calls of a function that may touch a file touch none. */
  #s3() {
    this.#opened ??= opened(this.#publicEndpoint)
    return this.#opened
  }

  /** An upload, which waits for its use. @param fileName under which a browser saves it */
  put(key: string, bytes: Uint8Array, contentType: string, fileName?: string): Promise<void> {
    return this.#write(key, bytes, contentType, fileName, new URLSearchParams(UPLOAD_TAG).toString())
  }

  /** What stays until it is deleted. @param fileName under which a browser saves it; without one it may show it */
  keep(key: string, bytes: Uint8Array, contentType: string, fileName?: string): Promise<void> {
    return this.#write(key, bytes, contentType, fileName)
  }

  /** The same as {@link put} for what is made while it is sent. */
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

  /** @returns undefined where there is no such object */
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

  /** Bytes of an object; undefined where there is none. */
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

  /** Everything that a company has in the bucket. */
  async deleteAll(companyId: string): Promise<void> {
    const { paginateListObjectsV2, client } = await this.#s3()
    const of = { Bucket: this.#bucket, Prefix: `${companyId}/` }
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, of)) {
      for (const { Key = '' } of Contents) await this.delete(Key)
    }
  }

  /** An address under which a browser fetches the object. */
  async presignDownload(key: string): Promise<string> {
    const { GetObjectCommand, getSignedUrl, publicClient } = await this.#s3()
    const command = new GetObjectCommand({ Bucket: this.#bucket, Key: key })
    return getSignedUrl(publicClient, command, { expiresIn: DOWNLOAD_SECONDS })
  }

  /** A form with which a browser sends exactly this object: this key, this type, this size at most. */
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
  // A signature covers the host, so what a browser sends must be signed for the host it sends to.
  const publicClient = publicEndpoint
    ? new sdk.S3Client({ forcePathStyle: true, endpoint: publicEndpoint })
    : client
  return { ...sdk, client, publicClient }
}

const attachment = (fileName: string) => `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`

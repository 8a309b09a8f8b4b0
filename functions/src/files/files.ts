import { Readable } from 'node:stream'
import { isOwnerId } from '@recado/shared/table/tenant'
import { UPLOAD_TAG } from '@recado/shared/uploads/tag'
import { type Bucket, DOWNLOAD_SECONDS, UPLOAD_SECONDS } from './bucket.ts'

const TAGGING = `<Tagging><TagSet>${Object.entries(UPLOAD_TAG)
  .map(([Key, Value]) => `<Tag><Key>${Key}</Key><Value>${Value}</Value></Tag>`)
  .join('')}</TagSet></Tagging>`

/**
 * The bucket of spreadsheets and media as one company sees it. Every key begins with its company. This class refuses the
 * keys of other companies, and requests objects with the rights of its company.
 */
export class Files {
  readonly companyId: string
  readonly #bucket: Bucket

  constructor(bucket: Bucket, companyId: string) {
    if (!isOwnerId(companyId)) throw new Error('Not a company id')
    this.companyId = companyId
    this.#bucket = bucket
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
    const { Upload, client } = await this.#open()
    const upload = new Upload({
      client,
      params: {
        ...this.#own(key),
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
    const { PutObjectCommand, client } = await this.#open()
    await client.send(
      new PutObjectCommand({
        ...this.#own(key),
        Body: bytes,
        ContentType: contentType,
        ...(fileName && { ContentDisposition: attachment(fileName) }),
        ...(tagging && { Tagging: tagging }),
      }),
    )
  }

  /** @returns undefined when the object does not exist */
  get(key: string): Promise<Uint8Array | undefined> {
    return this.#ifExists(key, async ({ GetObjectCommand, client }) => {
      const { Body } = await client.send(new GetObjectCommand(this.#own(key)))
      return Body?.transformToByteArray()
    })
  }

  /** The first bytes of an object; undefined when it does not exist or is empty. */
  beginning(key: string, bytes: number): Promise<Uint8Array | undefined> {
    const Range = `bytes=0-${bytes - 1}`
    return this.#ifExists(key, async ({ GetObjectCommand, client }) => {
      const { Body } = await client.send(new GetObjectCommand({ ...this.#own(key), Range }))
      return Body?.transformToByteArray()
    })
  }

  /**
   * Copies an object within the bucket. The copy stays until it is deleted.
   * @param fileName name for saving in a browser; without one a browser may show the object
   */
  async copy(from: string, to: string, contentType: string, fileName?: string): Promise<void> {
    const { CopyObjectCommand, client } = await this.#open()
    const { Bucket, Key } = this.#own(from)
    await client.send(
      new CopyObjectCommand({
        ...this.#own(to),
        CopySource: `${Bucket}/${Key}`,
        ContentType: contentType,
        MetadataDirective: 'REPLACE',
        TaggingDirective: 'REPLACE',
        ...(fileName && { ContentDisposition: attachment(fileName) }),
      }),
    )
  }

  /** Size of an object in bytes; undefined when it does not exist. */
  sizeOf(key: string): Promise<number | undefined> {
    return this.#ifExists(key, async ({ HeadObjectCommand, client }) => {
      const { ContentLength } = await client.send(new HeadObjectCommand(this.#own(key)))
      return ContentLength
    })
  }

  async delete(key: string): Promise<void> {
    const { DeleteObjectCommand, client } = await this.#open()
    await client.send(new DeleteObjectCommand(this.#own(key)))
  }

  /** Deletes all of the company's objects. */
  async deleteAll(): Promise<void> {
    const { paginateListObjectsV2, client } = await this.#open()
    const of = { Bucket: this.#bucket.name, Prefix: this.#prefix }
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, of)) {
      for (const { Key = '' } of Contents) await this.delete(Key)
    }
  }

  /**
   * A URL for downloading the object in a browser.
   * @param savedAs the browser saves it under this name and shows nothing: the name of a link counts on its own origin only
   */
  async presignDownload(key: string, savedAs?: string): Promise<string> {
    const { GetObjectCommand, getSignedUrl, publicClient } = await this.#open()
    const named = savedAs === undefined ? {} : { ResponseContentDisposition: attachment(savedAs) }
    const command = new GetObjectCommand({ ...this.#own(key), ...named })
    return getSignedUrl(publicClient, command, { expiresIn: DOWNLOAD_SECONDS })
  }

  /** A form for a browser's upload of exactly this key and type, up to this size. */
  async presignUpload(key: string, { contentType, bytes }: { contentType: string; bytes: number }) {
    const { createPresignedPost, publicClient } = await this.#open()
    return createPresignedPost(publicClient, {
      ...this.#own(key),
      Expires: UPLOAD_SECONDS,
      Fields: { 'Content-Type': contentType, tagging: TAGGING },
      Conditions: [
        ['content-length-range', 1, bytes],
        ['eq', '$Content-Type', contentType],
        ['eq', '$tagging', TAGGING],
      ],
    })
  }

  get #prefix(): string {
    return `${this.companyId}/`
  }

  /** The object of this key. @throws for a key of another company */
  #own(key: string): { Bucket: string; Key: string } {
    if (!key.startsWith(this.#prefix)) throw new Error('A key outside the company')
    return { Bucket: this.#bucket.name, Key: key }
  }

  #open() {
    return this.#bucket.openFor(this.companyId)
  }

  async #ifExists<T>(
    key: string,
    read: (bucket: Awaited<ReturnType<Bucket['openFor']>>) => Promise<T>,
  ): Promise<T | undefined> {
    const bucket = await this.#open()
    try {
      return await read(bucket)
    } catch (error) {
      if (!(error instanceof bucket.S3ServiceException)) throw error
      if (MISSING.has(error.name)) return undefined
      const isHidden = error.$metadata.httpStatusCode === 403 && !(await this.#isListed(key))
      if (isHidden) return undefined
      throw error
    }
  }

  /**
   * Whether the list of objects has this key. S3 answers 403 for a missing object if the reader may not list the bucket;
   * AWS does not document the answer if the reader may list a prefix, as a company's session may.
   */
  async #isListed(key: string): Promise<boolean> {
    const { ListObjectsV2Command, client } = await this.#open()
    const { Bucket, Key: Prefix } = this.#own(key)
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 1 }))
    // The list is in order, so the key itself comes before longer ones.
    return Contents[0]?.Key === key
  }
}

/** Errors for an object that does not exist, or is empty where a range of it is read. */
const MISSING: ReadonlySet<string> = new Set(['NoSuchKey', 'NotFound', 'InvalidRange'])

const attachment = (fileName: string) => `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`

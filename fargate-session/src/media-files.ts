import type { Readable } from 'node:stream'
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'

/** Files of messages in the bucket, streamed: of a large one only a part is in memory. */
export class MediaFiles {
  // An emulator knows no host names of buckets.
  readonly #client = new S3Client({ forcePathStyle: Boolean(process.env.AWS_ENDPOINT_URL_S3) })
  readonly #bucket: string

  constructor(bucket: string) {
    this.#bucket = bucket
  }

  async write(key: string, body: Readable, contentType: string): Promise<void> {
    const params = { Bucket: this.#bucket, Key: key, Body: body, ContentType: contentType }
    await new Upload({ client: this.#client, params, queueSize: 2 }).done()
  }

  async read(key: string): Promise<Readable> {
    const { Body } = await this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key: key }))
    if (!Body) throw new Error('An object without a body')
    // In Node the body is a stream of Node's own.
    return Body as Readable
  }
}

/** Where the file of a message lies: under its company, like everything in the bucket. */
export const mediaKey = (companyId: string, connectionId: string, messageId: string): string =>
  `${companyId}/media/${connectionId}/${messageId}`

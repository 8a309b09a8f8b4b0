import type { Readable } from 'node:stream'
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { givesUpWhenIdle } from '@recado/shared/aws-requests'

/** Files of messages in the bucket. They are streamed, so only a part of a large file is in memory. */
export class MediaFiles {
  // Emulators do not resolve host names of buckets.
  readonly #client = new S3Client({
    requestHandler: givesUpWhenIdle(),
    forcePathStyle: Boolean(process.env.AWS_ENDPOINT_URL_S3),
  })
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
    if (!Body) throw new Error('S3 answered without a body')
    // In Node, the body is a stream of Node's.
    return Body as Readable
  }
}

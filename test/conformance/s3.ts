import { GetObjectTaggingCommand, HeadObjectCommand } from '@aws-sdk/client-s3'
import { Files } from '@recado/functions/files/files'
import { newId } from '@recado/shared/ids'
import { UPLOAD_TAG } from '@recado/shared/uploads/tag'
import { expect, vi } from 'vitest'
import type { Aws } from '../support/aws.ts'
import type { Checks } from './check.ts'

/** `Files`: what the product keeps in the bucket, and what browsers put there and take from there. */
export const s3: Checks = {
  'an object comes back as it was put, with its type and its name': async ({ s3 }) => {
    const [files, key] = [filesOf(s3), aKey()]
    await files.put(key, BYTES, 'text/csv; charset=utf-8', 'relatório.csv')
    expect(await files.get(key)).toEqual(BYTES)
    expect(await files.sizeOf(key)).toBe(BYTES.length)
    expect(await headOf(s3, key)).toMatchObject({
      ContentType: 'text/csv; charset=utf-8',
      ContentDisposition: "attachment; filename*=UTF-8''relat%C3%B3rio.csv",
    })
  },

  'what waits for its use has its tag, however it was sent, and what stays has none': async ({ s3 }) => {
    const [files, put, streamed, sent, kept] = [filesOf(s3), aKey(), aKey(), aKey(), aKey()]
    await files.put(put, BYTES, 'text/csv')
    await files.putStream(streamed, eightTimes(new Uint8Array(1_000_000)), 'application/zip', 'tudo.zip')
    await send(await files.presignUpload(sent, { contentType: 'text/csv', bytes: BYTES.length }))
    await files.keep(kept, BYTES, 'image/png')
    for (const key of [put, streamed, sent]) expect(await tagsOf(s3, key)).toEqual(UPLOAD_TAG)
    expect(await tagsOf(s3, kept)).toEqual({})
  },

  'what is not there is missing, and can be deleted': async ({ s3 }) => {
    const [files, key] = [filesOf(s3), aKey()]
    expect([await files.get(key), await files.sizeOf(key)]).toEqual([undefined, undefined])
    await files.delete(key)
  },

  'what is made while it is sent comes in parts, and is whole': async ({ s3 }) => {
    const [files, key] = [filesOf(s3), aKey()]
    const part = new Uint8Array(1_500_000).map((_, at) => at % 251)
    await files.putStream(key, eightTimes(part), 'application/zip', 'tudo.zip')
    const { ETag, ContentLength, ContentType } = await headOf(s3, key)
    expect({ ETag, ContentLength, ContentType }).toEqual({
      ETag: expect.stringMatching(/-3"$/),
      ContentLength: 12_000_000,
      ContentType: 'application/zip',
    })
    expect(Buffer.from((await files.get(key)) ?? []).subarray(1_499_990, 1_500_010)).toEqual(
      Buffer.concat([part.slice(-10), part.slice(0, 10)]),
    )
  },

  'everything below a company’s key is deleted, however much it is, and nothing beside it': async ({
    s3,
  }) => {
    const [files, company] = [filesOf(s3), newId()]
    for (let at = 0; at < 30; at++) await files.keep(`${company}/a/${at}`, BYTES, 'text/plain')
    await files.keep(`${company}X/a`, BYTES, 'text/plain')
    await files.deleteAll(company)
    expect(await files.get(`${company}/a/29`)).toBeUndefined()
    expect(await files.get(`${company}X/a`)).toEqual(BYTES)
  },

  'a browser takes an object from the address that it is given': async ({ s3 }) => {
    const [files, key] = [filesOf(s3), aKey()]
    await files.put(key, BYTES, 'text/csv', 'lista.csv')
    const answer = await fetch(await files.presignDownload(key))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv'])
    expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''lista.csv")
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(BYTES)
  },

  'not from another address, nor with another signature': async ({ s3 }) => {
    const [files, key, other] = [filesOf(s3), aKey(), aKey()]
    for (const each of [key, other]) await files.keep(each, BYTES, 'text/plain')
    const address = await files.presignDownload(key)
    const statusOf = async (url: string) => (await fetch(url)).status
    expect(await statusOf(address.replace(key, other))).toBe(403)
    expect(await statusOf(address.replace(/(X-Amz-Signature=)./, (all) => turned(all)))).toBe(403)
  },

  'nor when it is late': async ({ s3 }) => {
    const [files, key] = [filesOf(s3), aKey()]
    await files.keep(key, BYTES, 'text/plain')
    const address = await earlier(3_600_000, () => files.presignDownload(key))
    expect((await fetch(address)).status).toBe(403)
  },

  'a browser sends an object with the form that it is given': async ({ s3 }) => {
    const [files, key] = [filesOf(s3), aKey()]
    const form = await files.presignUpload(key, { contentType: 'text/csv', bytes: BYTES.length })
    expect((await send(form)).ok).toBe(true)
    expect(await files.get(key)).toEqual(BYTES)
    expect((await headOf(s3, key)).ContentType).toBe('text/csv')
  },

  'an object that is sent is no larger than was said, and not empty': async ({ s3 }) => {
    const [files, key] = [filesOf(s3), aKey()]
    const form = await files.presignUpload(key, { contentType: 'text/csv', bytes: BYTES.length })
    for (const bytes of [new Uint8Array(BYTES.length + 1), new Uint8Array()])
      expect((await send(form, {}, bytes)).status).toBe(400)
    expect(await files.sizeOf(key)).toBeUndefined()
  },

  'it is of the type that was said': ({ s3 }) => refusedWith(s3, { 'Content-Type': 'text/html' }),
  'it lies where it was said': ({ s3 }) => refusedWith(s3, { key: aKey() }),
  'it has the tag that was said': ({ s3 }) => refusedWith(s3, { tagging: '<Tagging><TagSet/></Tagging>' }),
  'a form with another signature is refused': ({ s3 }) =>
    refusedWith(s3, { 'X-Amz-Signature': '0'.repeat(64) }),

  'a form is refused when it is late': async ({ s3 }) => {
    const [files, key] = [filesOf(s3), aKey()]
    const of = { contentType: 'text/csv', bytes: BYTES.length }
    const form = await earlier(3_600_000, () => files.presignUpload(key, of))
    expect((await send(form)).status).toBe(403)
    expect(await files.sizeOf(key)).toBeUndefined()
  },
}

const BYTES = new TextEncoder().encode('nome,número\nAna,5511955570001\n')

async function* eightTimes(part: Uint8Array) {
  for (let time = 0; time < 8; time++) yield part
}

const aKey = () => `conformance/uploads/${newId()}`

/** Browsers reach the bucket where the product does. */
const filesOf = ({ bucket, url }: Aws['s3']) => new Files({ BUCKET_NAME: bucket, PUBLIC_S3_ENDPOINT: url })

const headOf = ({ client, bucket }: Aws['s3'], Key: string) =>
  client.send(new HeadObjectCommand({ Bucket: bucket, Key }))

async function tagsOf({ client, bucket }: Aws['s3'], Key: string) {
  const { TagSet = [] } = await client.send(new GetObjectTaggingCommand({ Bucket: bucket, Key }))
  return Object.fromEntries(TagSet.map(({ Key: name = '', Value }) => [name, Value]))
}

type Form = Awaited<ReturnType<Files['presignUpload']>>

function send({ url, fields }: Form, changed: Record<string, string> = {}, bytes = BYTES) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...fields, ...changed })) form.append(name, value)
  form.append('file', new Blob([bytes]))
  return fetch(url, { method: 'POST', body: form })
}

/** A form of which somebody has changed a field. */
async function refusedWith(s3: Aws['s3'], changed: Record<string, string>): Promise<void> {
  const [files, key] = [filesOf(s3), aKey()]
  const form = await files.presignUpload(key, { contentType: 'text/csv', bytes: BYTES.length })
  expect((await send(form, changed)).status).toBe(403)
  for (const each of [key, changed.key ?? key]) expect(await files.sizeOf(each)).toBeUndefined()
}

/** With another last digit. */
const turned = (text: string) => text.slice(0, -1) + (text.endsWith('0') ? '1' : '0')

/** What somebody made so many milliseconds ago. */
async function earlier<T>(ms: number, make: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - ms })
  return make().finally(() => vi.useRealTimers())
}

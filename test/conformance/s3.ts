import { GetObjectTaggingCommand, HeadObjectCommand } from '@aws-sdk/client-s3'
import { Bucket } from '@recado/functions/files/bucket'
import { Files } from '@recado/functions/files/files'
import { newId } from '@recado/shared/ids'
import { UPLOAD_TAG } from '@recado/shared/uploads/tag'
import { expect, vi } from 'vitest'
import type { Aws } from '../support/aws.ts'
import type { Checks } from './check.ts'

/** `Files`: the product's objects in the bucket, and the uploads and downloads of browsers. */
export const s3: Checks = {
  'an object is read as it was put, with its type and its name': async ({ s3 }) => {
    const [files, key] = [filesOf(s3), aKey()]
    await files.put(key, BYTES, 'text/csv; charset=utf-8', 'relatório.csv')
    expect(await files.get(key)).toEqual(BYTES)
    expect(await files.sizeOf(key)).toBe(BYTES.length)
    expect(await headOf(s3, key)).toMatchObject({
      ContentType: 'text/csv; charset=utf-8',
      ContentDisposition: "attachment; filename*=UTF-8''relat%C3%B3rio.csv",
    })
  },

  'an unused upload has its tag, with any way of upload, and a permanent file has none': async ({ s3 }) => {
    const [files, put, streamed, sent, kept, copied] = [filesOf(s3), aKey(), aKey(), aKey(), aKey(), aKey()]
    await files.put(put, BYTES, 'text/csv')
    await files.putStream(streamed, eightTimes(new Uint8Array(1_000_000)), 'application/zip', 'tudo.zip')
    await send(await files.presignUpload(sent, { contentType: 'text/csv', bytes: BYTES.length }))
    await files.keep(kept, BYTES, 'image/png')
    await files.copy(put, copied, 'text/csv')
    for (const key of [put, streamed, sent]) expect(await tagsOf(s3, key)).toEqual(UPLOAD_TAG)
    for (const key of [kept, copied]) expect(await tagsOf(s3, key)).toEqual({})
  },

  'a copy of an upload has its own type and name': async ({ s3 }) => {
    const [files, from, to] = [filesOf(s3), aKey(), aKey()]
    await files.put(from, BYTES, 'text/plain')
    await files.copy(from, to, 'text/csv', 'lista.csv')
    expect(await files.get(to)).toEqual(BYTES)
    expect(await headOf(s3, to)).toMatchObject({
      ContentType: 'text/csv',
      ContentDisposition: "attachment; filename*=UTF-8''lista.csv",
    })
  },

  'the first bytes of an object are read alone': async ({ s3 }) => {
    const [files, key] = [filesOf(s3), aKey()]
    await files.put(key, BYTES, 'text/csv')
    expect(await files.beginning(key, 4)).toEqual(BYTES.slice(0, 4))
    expect(await files.beginning(key, 1000)).toEqual(BYTES)
    expect(await files.beginning(aKey(), 4)).toBeUndefined()
  },

  'a missing object is reported as missing, and can be deleted': async ({ s3 }) => {
    const [files, key] = [filesOf(s3), aKey()]
    expect([await files.get(key), await files.sizeOf(key)]).toEqual([undefined, undefined])
    await files.delete(key)
  },

  'a generated object is uploaded in parts and is complete': async ({ s3 }) => {
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

  'all objects under a company’s prefix are deleted, in any number, and no others': async ({ s3 }) => {
    const company = newId()
    const [files, others] = [filesOf(s3, company), filesOf(s3, `${company}X`)]
    for (let at = 0; at < 30; at++) await files.keep(`${company}/a/${at}`, BYTES, 'text/plain')
    await others.keep(`${company}X/a`, BYTES, 'text/plain')
    await files.deleteAll()
    expect(await files.get(`${company}/a/29`)).toBeUndefined()
    expect(await others.get(`${company}X/a`)).toEqual(BYTES)
  },

  'a browser downloads an object from its presigned address': async ({ s3 }) => {
    const [files, key] = [filesOf(s3), aKey()]
    await files.put(key, BYTES, 'text/csv', 'lista.csv')
    const answer = await fetch(await files.presignDownload(key))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv'])
    expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''lista.csv")
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(BYTES)
  },

  'a browser saves an object under the name that its presigned address gives': async ({ s3 }) => {
    const [files, key] = [filesOf(s3), aKey()]
    await files.keep(key, BYTES, 'application/pdf')
    const { headers } = await fetch(await files.presignDownload(key, 'boleto março.pdf'))
    expect(headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''boleto%20mar%C3%A7o.pdf")
  },

  'a download with another address or another signature is refused': async ({ s3 }) => {
    const [files, key, other] = [filesOf(s3), aKey(), aKey()]
    for (const each of [key, other]) await files.keep(each, BYTES, 'text/plain')
    const address = await files.presignDownload(key)
    const statusOf = async (url: string) => (await fetch(url)).status
    expect(await statusOf(address.replace(key, other))).toBe(403)
    expect(await statusOf(address.replace(/(X-Amz-Signature=)./, (all) => turned(all)))).toBe(403)
  },

  'a late download is refused': async ({ s3 }) => {
    const [files, key] = [filesOf(s3), aKey()]
    await files.keep(key, BYTES, 'text/plain')
    const address = await earlier(3_600_000, () => files.presignDownload(key))
    expect((await fetch(address)).status).toBe(403)
  },

  'a browser uploads an object with its presigned form': async ({ s3 }) => {
    const [files, key] = [filesOf(s3), aKey()]
    const form = await files.presignUpload(key, { contentType: 'text/csv', bytes: BYTES.length })
    expect((await send(form)).ok).toBe(true)
    expect(await files.get(key)).toEqual(BYTES)
    expect((await headOf(s3, key)).ContentType).toBe('text/csv')
  },

  'an uploaded object is not empty and not larger than its form allows': async ({ s3 }) => {
    const [files, key] = [filesOf(s3), aKey()]
    const form = await files.presignUpload(key, { contentType: 'text/csv', bytes: BYTES.length })
    for (const bytes of [new Uint8Array(BYTES.length + 1), new Uint8Array()])
      expect((await send(form, {}, bytes)).status).toBe(400)
    expect(await files.sizeOf(key)).toBeUndefined()
  },

  'an upload with another type than its form is refused': ({ s3 }) =>
    refusedWith(s3, { 'Content-Type': 'text/html' }),
  'an upload to another key than its form is refused': ({ s3 }) => refusedWith(s3, { key: aKey() }),
  'an upload with another tag than its form is refused': ({ s3 }) =>
    refusedWith(s3, { tagging: '<Tagging><TagSet/></Tagging>' }),
  'a form with another signature is refused': ({ s3 }) =>
    refusedWith(s3, { 'X-Amz-Signature': '0'.repeat(64) }),

  'an expired form is refused': async ({ s3 }) => {
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

const COMPANY = 'conformance'
const aKey = () => `${COMPANY}/uploads/${newId()}`

/** Browsers reach the bucket at the same address as the product. */
const filesOf = ({ bucket, url }: Aws['s3'], company = COMPANY) =>
  new Files(new Bucket({ BUCKET_NAME: bucket, PUBLIC_S3_ENDPOINT: url }), company)

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

/** Sends a form with changed fields and expects a refusal. */
async function refusedWith(s3: Aws['s3'], changed: Record<string, string>): Promise<void> {
  const [files, key] = [filesOf(s3), aKey()]
  const form = await files.presignUpload(key, { contentType: 'text/csv', bytes: BYTES.length })
  expect((await send(form, changed)).status).toBe(403)
  for (const each of [key, changed.key ?? key]) expect(await files.sizeOf(each)).toBeUndefined()
}

/** With another last digit. */
const turned = (text: string) => text.slice(0, -1) + (text.endsWith('0') ? '1' : '0')

/** Runs `make` with the clock set back by this many milliseconds. */
async function earlier<T>(ms: number, make: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - ms })
  return make().finally(() => vi.useRealTimers())
}

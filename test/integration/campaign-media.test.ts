import type { Campaign, CampaignReport } from '@recado/shared/campaigns/campaign'
import { changeCampaign, getCampaign } from '@recado/shared/campaigns/store'
import { putConnection } from '@recado/shared/connections/store'
import { newId } from '@recado/shared/ids'
import type { TenantTable } from '@recado/shared/table/tenant'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, refused } from '../support/api-client.ts'
import { objectIn, putLargeObject } from '../support/bucket.ts'
import { aConnection } from '../support/builders.ts'
import { eventually } from '../support/eventually.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { Principals } from '../support/principals.ts'
import { uploaded } from '../support/uploads.ts'

const PNG = new Uint8Array(Buffer.from('\x89PNG\r\n\x1a\numa foto', 'latin1'))
const MEGABYTE = 1024 * 1024

let system: RunningSystem
let principals: Principals
let table: TenantTable
let admin: ApiClient
let whatsappId: string
let contactListId: string

beforeAll(async () => {
  system = await startSystem()
  principals = new Principals(system)
  const companyId = await principals.company()
  table = principals.tenant(companyId)
  admin = await principals.signedIn(companyId)
  const connection = aConnection({ companyId, wanted: 'closed', status: 'DISCONNECTED' })
  await putConnection(table, connection)
  whatsappId = connection.id
  contactListId = (await admin.newList()).id
})
afterAll(() => system.stop())

const newCampaign = async (more: object = {}) =>
  (await admin.newCampaign({ whatsappId, contactListId, ...more })).id
const formOf = (bytes: Uint8Array<ArrayBuffer>, name: string) => {
  const form = new FormData()
  form.append('file', new Blob([bytes]), name)
  return form
}
const upload = (id: string, body: object) =>
  admin.send<Campaign>('POST', `/campaigns/${id}/media-upload`, body)
const sendFile = (id: string, bytes: Uint8Array<ArrayBuffer> = PNG, name = 'foto.png') =>
  upload(id, formOf(bytes, name))
const isThere = (key: string | null) =>
  objectIn(key ?? '').then(
    () => true,
    () => false,
  )
const stored = async (id: string) => {
  const found = await getCampaign(table, id)
  if (!found) throw new Error('The campaign is gone')
  return found
}

describe('the attachment of a campaign', () => {
  test('is stored, shown and fetched', async () => {
    const id = await newCampaign({ mediaName: 'outra.jpg' })
    const { status, body } = await sendFile(id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ mediaName: 'foto.png', mediaType: 'image/png' })
    expect(body.mediaPath).toContain(`${table.companyId}/campaigns/${id}/`)
    expect(await stored(id)).toMatchObject({ mediaBytes: PNG.length })
    const { mediaUrl } = await admin.done<CampaignReport>('GET', `/campaigns/${id}`)
    const fetched = await fetch(mediaUrl ?? '')
    expect(fetched.headers.get('content-type')).toBe('image/png')
    expect(fetched.headers.get('content-disposition')).toBeNull()
    expect(new Uint8Array(await fetched.arrayBuffer())).toEqual(PNG)
  })

  test('that a browser should not open is saved by it, under its name', async () => {
    const id = await newCampaign()
    const page = new TextEncoder().encode('<script>alert(1)</script>')
    expect((await sendFile(id, page, '../Promoção & página.html')).body).toMatchObject({
      mediaName: 'Promoção & página.html',
      mediaType: 'application/octet-stream',
    })
    const fetched = await fetch((await admin.report(id)).mediaUrl ?? '')
    expect(fetched.headers.get('content-type')).toBe('application/octet-stream')
    expect(fetched.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''Promo/)
  })

  test('takes the place of the one before, which is deleted', async () => {
    const id = await newCampaign()
    const first = (await sendFile(id)).body.mediaPath
    const second = (await sendFile(id, PNG, 'outra.png')).body.mediaPath
    expect(second).not.toBe(first)
    expect([await isThere(first), await isThere(second)]).toEqual([false, true])
  })

  test('of over 4 MB comes through an upload, of 20 MB at most', async () => {
    const id = await newCampaign()
    const large = new Uint8Array(5 * MEGABYTE)
    large.set(PNG)
    expect(await sendFile(id, large)).toMatchObject(refused(413, 'ERR_UPLOAD_TOO_LARGE'))
    const uploadId = await uploaded(admin, large)
    expect((await upload(id, { uploadId, fileName: 'grande.png' })).body).toMatchObject({
      mediaName: 'grande.png',
      mediaType: 'image/png',
    })
    const tooLarge = newId()
    await putLargeObject(`${table.companyId}/uploads/${tooLarge}`, new Uint8Array(7 * MEGABYTE), 3)
    expect(await upload(id, { uploadId: tooLarge, fileName: 'x.png' })).toMatchObject(
      refused(413, 'ERR_FILE_TOO_LARGE'),
    )
    const wanted = { purpose: 'campaign-media', fileName: 'x.png', contentType: 'image/png' }
    const place = (bytes: number) => admin.send('POST', '/uploads', { ...wanted, bytes })
    expect((await place(20 * MEGABYTE)).status).toBe(201)
    expect(await place(20 * MEGABYTE + 1)).toMatchObject(refused(400, 'ERR_VALIDATION'))
  })

  test('must be there', async () => {
    const id = await newCampaign()
    expect(await upload(id, {})).toMatchObject(refused(400, 'ERR_NO_FILE'))
    expect(await upload(id, { uploadId: '01ARZ3NDEKTSV4RRFFQ69G5FAV' })).toMatchObject(
      refused(400, 'ERR_NO_FILE'),
    )
    expect(await upload(id, { uploadId: '../x' })).toMatchObject(refused(400, 'ERR_NO_FILE'))
    expect(await sendFile(id, new Uint8Array())).toMatchObject(refused(400, 'ERR_NO_FILE'))
    expect(await stored(id)).toMatchObject({ mediaKey: null, mediaName: null })
  })

  test('is taken away where a message is left to say', async () => {
    const id = await newCampaign()
    const { mediaPath } = (await sendFile(id)).body
    const remove = (campaignId: string) => admin.send('DELETE', `/campaigns/${campaignId}/media-upload`)
    expect((await remove(id)).body).toMatchObject({ mediaName: null, mediaPath: null, mediaType: null })
    expect(await isThere(mediaPath)).toBe(false)
    expect((await remove(id)).status).toBe(200)
    const alone = await newCampaign({ message1: '', mediaName: 'foto.png' })
    await sendFile(alone)
    expect(await remove(alone)).toMatchObject(refused(400, 'ERR_CAMPAIGN_EMPTY'))
  })

  test('goes when the campaign is saved without it', async () => {
    const id = await newCampaign()
    const { mediaPath } = (await sendFile(id)).body
    expect(await admin.done('PUT', `/campaigns/${id}`, { mediaName: null })).toMatchObject({
      mediaPath: null,
    })
    expect(await isThere(mediaPath)).toBe(false)
  })

  test('of a running campaign stays as it is', async () => {
    const id = await newCampaign()
    const { mediaPath } = (await sendFile(id)).body
    await changeCampaign(table, await stored(id), { status: 'EM_ANDAMENTO' })
    expect(await sendFile(id)).toMatchObject(refused(409, 'ERR_CAMPAIGN_NOT_EDITABLE'))
    expect((await stored(id)).mediaKey).toBe(mediaPath)
    expect(await isThere(mediaPath)).toBe(true)
  })

  test('is copied with the campaign, so that each may lose its own', async () => {
    const id = await newCampaign()
    const { mediaPath } = (await sendFile(id)).body
    const copy = await admin.done<Campaign>('POST', `/campaigns/${id}/duplicate`)
    expect(copy).toMatchObject({ mediaName: 'foto.png', mediaType: 'image/png' })
    expect(copy.mediaPath).not.toBe(mediaPath)
    await admin.send('DELETE', `/campaigns/${id}/media-upload`)
    expect([await isThere(mediaPath), await isThere(copy.mediaPath)]).toEqual([false, true])
    const fetched = await fetch((await admin.report(copy.id)).mediaUrl ?? '')
    expect(new Uint8Array(await fetched.arrayBuffer())).toEqual(PNG)
  })

  test('goes with the campaign that is deleted', async () => {
    const id = await newCampaign()
    const { mediaPath } = (await sendFile(id)).body
    expect((await admin.send('DELETE', `/campaigns/${id}`)).status).toBe(204)
    await eventually('the file is gone', async () => !(await isThere(mediaPath)))
  })

  test('of ten that come at once is one, and no other file is left', async () => {
    const id = await newCampaign()
    const names = Array.from({ length: 10 }, (_, at) => `foto${at}.png`)
    const answers = await Promise.all(names.map((name) => sendFile(id, PNG, name)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const { mediaKey } = await stored(id)
    const paths = answers.map(({ body }) => body.mediaPath)
    const left = await Promise.all(paths.map(isThere))
    expect(new Set(paths.filter((_, at) => left[at]))).toEqual(new Set([mediaKey]))
  })

  test('is another company’s for nobody', async () => {
    const id = await newCampaign()
    await sendFile(id)
    const other = await principals.signedIn(await principals.company())
    for (const method of ['POST', 'DELETE'])
      expect(
        await other.send(method, `/campaigns/${id}/media-upload`, method === 'POST' ? {} : undefined),
      ).toMatchObject(refused(404, 'ERR_NO_CAMPAIGN_FOUND'))
    const theirs = await uploaded(other, PNG)
    expect(await upload(id, { uploadId: theirs })).toMatchObject(refused(400, 'ERR_NO_FILE'))
  })
})

import { changeCampaign, getCampaign } from '@recado/shared/campaigns/store/campaigns'
import { putConnection } from '@recado/shared/connections/store'
import { newId } from '@recado/shared/ids'
import type { TenantTable } from '@recado/shared/table/tenant'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, accepted, refused } from '../support/api-client.ts'
import type { RequestTo } from '../support/api-routes.ts'
import { objectIn, putLargeObject } from '../support/bucket.ts'
import { aConnection } from '../support/builders.ts'
import { eventually } from '../support/eventually.ts'
import { sharedSystem } from '../support/test-system.ts'
import { uploaded } from '../support/uploads.ts'

const PNG = new Uint8Array(Buffer.from('\x89PNG\r\n\x1a\numa foto', 'latin1'))
const MEGABYTE = 1024 * 1024

const { principals } = sharedSystem()
let table: TenantTable
let admin: ApiClient
let whatsappId: string
let contactListId: string

beforeAll(async () => {
  const companyId = await principals.company()
  table = principals.tenant(companyId)
  admin = await principals.signedIn(companyId)
  const connection = aConnection({ companyId, wanted: 'closed', status: 'DISCONNECTED' })
  await putConnection(table, connection)
  whatsappId = connection.id
  contactListId = (await admin.newList()).id
})

const newCampaign = async (more: object = {}) =>
  (await admin.newCampaign({ whatsappId, contactListId, ...more })).id
const upload = (campaignId: string, body: Omit<RequestTo<'uploadCampaignMedia'>, 'campaignId'>) =>
  admin.attempt('uploadCampaignMedia', { campaignId, ...body })
const sendFile = (id: string, bytes: Uint8Array<ArrayBuffer> = PNG, name = 'foto.png') =>
  upload(id, { file: new File([bytes], name) })
/** The campaign with its attachment. */
const withFile = async (id: string, name?: string) => accepted(await sendFile(id, PNG, name)).body
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
  test('an attachment is stored and can be fetched', async () => {
    const id = await newCampaign({ mediaName: 'outra.jpg' })
    const campaign = await withFile(id)
    expect(campaign).toMatchObject({ mediaName: 'foto.png', mediaType: 'image/png' })
    expect(campaign.mediaPath).toContain(`${table.companyId}/campaigns/${id}/`)
    expect(await stored(id)).toMatchObject({ mediaBytes: PNG.length })
    const { mediaUrl } = await admin.call('getCampaign', { campaignId: id })
    const fetched = await fetch(mediaUrl ?? '')
    expect(fetched.headers.get('content-type')).toBe('image/png')
    expect(fetched.headers.get('content-disposition')).toBeNull()
    expect(new Uint8Array(await fetched.arrayBuffer())).toEqual(PNG)
  })

  test('an attachment of an unsafe type is served as a download with its name', async () => {
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

  test('a new attachment replaces the old one, which is deleted', async () => {
    const id = await newCampaign()
    const first = (await withFile(id)).mediaPath
    const second = (await withFile(id, 'outra.png')).mediaPath
    expect(second).not.toBe(first)
    expect([await isThere(first), await isThere(second)]).toEqual([false, true])
  })

  test('an attachment over 4 MB needs an upload, and 20 MB is the limit', async () => {
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
    const wanted = { purpose: 'campaign-media', fileName: 'x.png', contentType: 'image/png' } as const
    const place = (bytes: number) => admin.attempt('createUpload', { ...wanted, bytes })
    expect((await place(20 * MEGABYTE)).status).toBe(201)
    expect(await place(20 * MEGABYTE + 1)).toMatchObject(refused(400, 'ERR_VALIDATION'))
  })

  test('an attachment without a file is refused', async () => {
    const id = await newCampaign()
    expect(await upload(id, {})).toMatchObject(refused(400, 'ERR_NO_FILE'))
    expect(await upload(id, { uploadId: '01ARZ3NDEKTSV4RRFFQ69G5FAV' })).toMatchObject(
      refused(400, 'ERR_NO_FILE'),
    )
    expect(await upload(id, { uploadId: '../x' })).toMatchObject(refused(400, 'ERR_NO_FILE'))
    expect(await sendFile(id, new Uint8Array())).toMatchObject(refused(400, 'ERR_NO_FILE'))
    expect(await stored(id)).toMatchObject({ mediaKey: null, mediaName: null })
  })

  test('an attachment can be removed while the campaign has a message', async () => {
    const id = await newCampaign()
    const { mediaPath } = await withFile(id)
    const remove = (campaignId: string) => admin.attempt('deleteCampaignMedia', { campaignId })
    expect((await remove(id)).status).toBe(204)
    expect(await stored(id)).toMatchObject({ mediaName: null, mediaKey: null, mediaType: null })
    expect(await isThere(mediaPath)).toBe(false)
    expect((await remove(id)).status).toBe(204)
    const alone = await newCampaign({ message1: '', mediaName: 'foto.png' })
    await sendFile(alone)
    expect(await remove(alone)).toMatchObject(refused(400, 'ERR_CAMPAIGN_EMPTY'))
  })

  test('saving a campaign without its attachment deletes the file', async () => {
    const id = await newCampaign()
    const { mediaPath } = await withFile(id)
    expect(await admin.call('updateCampaign', { campaignId: id, mediaName: null })).toMatchObject({
      mediaPath: null,
    })
    expect(await isThere(mediaPath)).toBe(false)
  })

  test('the attachment of a running campaign cannot be replaced', async () => {
    const id = await newCampaign()
    const { mediaPath } = await withFile(id)
    await changeCampaign(table, await stored(id), { status: 'EM_ANDAMENTO' })
    expect(await sendFile(id)).toMatchObject(refused(409, 'ERR_CAMPAIGN_NOT_EDITABLE'))
    expect((await stored(id)).mediaKey).toBe(mediaPath)
    expect(await isThere(mediaPath)).toBe(true)
  })

  test('a duplicated campaign has its own copy of the attachment', async () => {
    const id = await newCampaign()
    const { mediaPath } = await withFile(id)
    const copy = await admin.call('duplicateCampaign', { campaignId: id })
    expect(copy).toMatchObject({ mediaName: 'foto.png', mediaType: 'image/png' })
    expect(copy.mediaPath).not.toBe(mediaPath)
    await admin.attempt('deleteCampaignMedia', { campaignId: id })
    expect([await isThere(mediaPath), await isThere(copy.mediaPath)]).toEqual([false, true])
    const fetched = await fetch((await admin.report(copy.id)).mediaUrl ?? '')
    expect(new Uint8Array(await fetched.arrayBuffer())).toEqual(PNG)
  })

  test('deleting a campaign deletes its attachment', async () => {
    const id = await newCampaign()
    const { mediaPath } = await withFile(id)
    expect((await admin.attempt('deleteCampaign', { campaignId: id })).status).toBe(204)
    await eventually('the file is gone', async () => !(await isThere(mediaPath)))
  })

  test('of ten attachments sent at once one stays, and no other file is left', async () => {
    const id = await newCampaign()
    const names = Array.from({ length: 10 }, (_, at) => `foto${at}.png`)
    const saved = await Promise.all(names.map((name) => withFile(id, name)))
    const { mediaKey } = await stored(id)
    const paths = saved.map(({ mediaPath }) => mediaPath)
    const left = await Promise.all(paths.map(isThere))
    expect(new Set(paths.filter((_, at) => left[at]))).toEqual(new Set([mediaKey]))
  })

  test('another company cannot touch an attachment', async () => {
    const id = await newCampaign()
    await sendFile(id)
    const other = await principals.signedIn(await principals.company())
    const notFound = refused(404, 'ERR_NO_CAMPAIGN_FOUND')
    expect(await other.attempt('uploadCampaignMedia', { campaignId: id })).toMatchObject(notFound)
    expect(await other.attempt('deleteCampaignMedia', { campaignId: id })).toMatchObject(notFound)
    const theirs = await uploaded(other, PNG)
    expect(await upload(id, { uploadId: theirs })).toMatchObject(refused(400, 'ERR_NO_FILE'))
  })
})

import { upload as uploadMedia } from '@recado/functions/campaigns/media'
import { create as createChat } from '@recado/functions/chats/chats'
import * as chatMessages from '@recado/functions/chats/messages'
import { open } from '@recado/functions/connections/linking'
import { begin as beginNumberCheck } from '@recado/functions/contact-lists/checks'
import { remove as removeNote } from '@recado/functions/contacts/notes'
import { answeredOnce } from '@recado/functions/http/idempotency'
import { useHandover } from '@recado/functions/sessions/handover-uses'
import { revoke } from '@recado/functions/users/invitations'
import type { AnnouncementInput } from '@recado/shared/announcements/announcement'
import { pageOfAudit, recordDeed } from '@recado/shared/audit/store'
import { deleteCampaign, getCampaign, putCampaign } from '@recado/shared/campaigns/store/campaigns'
import { connectionRoutes } from '@recado/shared/connections/routes'
import { abandonConnection, getConnection, putConnection } from '@recado/shared/connections/store'
import { claimCheck, endCheck } from '@recado/shared/contact-lists/store'
import { reservePlaces } from '@recado/shared/contacts/contact-cards'
import { notesOf, putNote } from '@recado/shared/contacts/notes'
import { writeContacts } from '@recado/shared/contacts/store'
import { newContact } from '@recado/shared/contacts/stored-contact'
import { erasureWentOn, putErasure } from '@recado/shared/data-subjects/store'
import type { Command } from '@recado/shared/queues/commands'
import { endSession, putSession } from '@recado/shared/sessions/store'
import { takeRecoveryCode, takeStep, totpKey } from '@recado/shared/sessions/totp-store'
import { platformTable } from '@recado/shared/table/platform'
import { TenantTable } from '@recado/shared/table/tenant'
import { putInvitation } from '@recado/shared/users/invitation-store'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { actorOf, anAccount, anExchange } from '../support/accounts.ts'
import { anActor } from '../support/actors.ts'
import { aCampaign, aConnection } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { FilesInMemory } from '../support/files-in-memory.ts'
import { setContext } from '../support/functions-context.ts'
import { RepeatingTable } from '../support/repeating-table.ts'
import { aListOf } from '../support/stored-campaigns.ts'

const NOW = Date.parse('2026-11-23T15:00:00.000Z')
const AT = new Date(NOW).toISOString()
const ANA = anActor()
const JPEG = { file: { name: 'a.jpg', bytes: new Uint8Array([0xff, 0xd8, 0xff]), contentType: 'image/jpeg' } }

const { publish } = vi.hoisted(() => ({ publish: vi.fn(async (_event: unknown) => undefined) }))
vi.mock('@recado/functions/context', async () => {
  const context = await import('../support/functions-context.ts')
  // Its ports and its table change with each test.
  return new Proxy(context, { get: (of, name) => (name === 'publish' ? publish : Reflect.get(of, name)) })
})
vi.mock('@recado/functions/files/open', () => ({
  filesOf: () => ({
    keep: (key: string, bytes: Uint8Array) => files.put(key, bytes),
    delete: (key: string) => files.delete(key),
  }),
}))

let memory: RepeatingTable
let table: TenantTable
let files: FilesInMemory
let jobs: object[]
let commands: Command[]

beforeEach(async () => {
  memory = new RepeatingTable()
  table = new TenantTable(memory, 'A')
  files = new FilesInMemory()
  jobs = []
  commands = []
  publish.mockReset()
  const { ports, log } = enginePorts(memory, () => NOW)
  const queues = {
    ...ports.queues,
    send: async (_: string, job: object) => void jobs.push(job),
    command: async (command: Command) => void commands.push(command),
  }
  const environment = { APP_ORIGIN: 'https://recado.test', SHARDS: 32 }
  const platform = platformTable(memory)
  setContext({ table, platform, ports: { ...ports, queues }, log, environment })
})

describe('a connection', () => {
  test('is opened by the request that marks it as wanted', async () => {
    const { id } = aConnection({ companyId: 'A' })
    await putConnection(table, aConnection({ companyId: 'A', id, status: 'DISCONNECTED', wanted: 'closed' }))
    await open(ANA, id, 'open')
    expect(commands).toMatchObject([{ kind: 'open', connectionId: id, request: 1 }])
  })

  test('whose task died is told of by the sweep that marks it', async () => {
    const connection = aConnection({ companyId: 'A', status: 'CONNECTED' })
    await putConnection(table, connection)
    expect(await abandonConnection(table, connection, NOW)).toBe(true)
    expect(await getConnection(table, connection.id)).toMatchObject({ status: 'TIMEOUT' })
  })
})

test('a check of numbers that is marked as begun is queued, and ends', async () => {
  const connection = aConnection({ companyId: 'A', status: 'CONNECTED' })
  await putConnection(table, connection)
  const listId = await aListOf(table, [])
  await beginNumberCheck(ANA, listId, connection.id)
  const [watch, first] = jobs
  expect(watch).toMatchObject({ ...first, watch: true })
  const { checkId = '' } = first as { checkId?: string }
  expect(await claimCheck(table, listId, checkId, 'call')).toBe(true)
  expect(await endCheck(table, listId, checkId, AT)).toBe(true)
})

describe('an announcement', () => {
  const TEXTS = { title: 'Novidade', text: 'Olá', priority: 1, status: true } as AnnouncementInput
  // They read the context as they are loaded.
  const loaded = async () => ({
    ...(await import('@recado/functions/announcements/announcements')),
    upload: (await import('@recado/functions/announcements/image')).upload,
  })

  test('is created once, shows its new image, and is deleted with it', async () => {
    const { create, update, upload, remove, requireAnnouncement } = await loaded()
    const { id } = await create(TEXTS)
    await update(id, { ...TEXTS, title: 'Outra' })
    const { mediaPath } = await upload(ANA, id, JPEG)
    expect([...files.stored.keys()]).toEqual([mediaPath])
    await remove(id)
    expect([...files.stored.keys()]).toEqual([])
    await expect(requireAnnouncement(id)).rejects.toMatchObject({ code: 'ERR_NO_ANNOUNCEMENT_FOUND' })
  })

  test('is deleted by a repeated call whose first one deleted its image', async () => {
    const { create, upload, remove, requireAnnouncement } = await loaded()
    const { id } = await create(TEXTS)
    await upload(ANA, id, JPEG)
    files.diesAtDeletion = true
    await expect(remove(id)).rejects.toThrow('died')
    await remove(id)
    expect([...files.stored.keys()]).toEqual([])
    await expect(requireAnnouncement(id)).rejects.toMatchObject({ code: 'ERR_NO_ANNOUNCEMENT_FOUND' })
  })

  test('keeps its new image although its event is not queued', async () => {
    const { create, upload, requireAnnouncement } = await loaded()
    const { id } = await create(TEXTS)
    publish.mockRejectedValueOnce(new Error('Throttled'))
    await expect(upload(ANA, id, JPEG)).rejects.toThrow('Throttled')
    const { mediaPath } = await requireAnnouncement(id)
    expect([...files.stored.keys()]).toEqual([mediaPath])
  })
})

describe('the attachment of a campaign', () => {
  const aDraft = async () => {
    const campaign = aCampaign({ companyId: 'A', status: 'INATIVA', mediaKey: 'former', mediaName: 'a.jpg' })
    await putCampaign(table, campaign)
    files.stored.set('former', new Uint8Array([1]))
    return campaign.id
  }

  test('stays in its place although the former one is not deleted', async () => {
    const id = await aDraft()
    files.diesAtDeletion = true
    await expect(uploadMedia(ANA, id, JPEG)).rejects.toThrow('died')
    const { mediaKey = null } = (await getCampaign(table, id)) ?? {}
    expect([...files.stored.keys()]).toEqual(['former', mediaKey])
  })

  test('is deleted if the campaign is deleted meanwhile', async () => {
    const id = await aDraft()
    const campaign = await getCampaign(table, id)
    const put = files.put.bind(files)
    files.put = async (...of) => {
      await put(...of)
      if (campaign) await deleteCampaign(table, campaign)
    }
    await expect(uploadMedia(ANA, id, JPEG)).rejects.toMatchObject({ code: 'ERR_NO_CAMPAIGN_FOUND' })
    expect([...files.stored.keys()]).toEqual(['former'])
  })
})

test('a room is created once, and a message in it is deleted', async () => {
  const [ana, bia] = [await anAccount(memory, 'A'), await anAccount(memory, 'A')]
  const me = actorOf(ana)
  const room = await createChat(me, { userIds: [bia.id], title: 'Vendas' }, anExchange())
  const { id } = await chatMessages.send(me, room.id, { clientId: crypto.randomUUID(), text: 'Oi' })
  publish.mockClear()
  await chatMessages.remove(me, room.id, id)
  expect(publish).toHaveBeenCalledTimes(1)
})

test('the progress of an erasure counts once', async () => {
  await putErasure(table, { id: 'E', number: '5511987651001', by: 'Ana' }, NOW)
  expect(await erasureWentOn(table, 'E', { erased: { messages: 12 } }, NOW)).toMatchObject({ messages: 12 })
  expect(await erasureWentOn(table, 'E', { erased: { messages: 1 } }, NOW)).toMatchObject({ messages: 13 })
})

describe('a sign-in', () => {
  const row = { sealed: '', on: true, lastStep: 0, recovery: ['D', 'E'], used: 0 }

  test('takes a code, and a recovery code', async () => {
    await table.put({ ...totpKey('ana'), ...row })
    expect(await takeStep(table, 'ana', 5)).toBe(true)
    expect(await takeStep(table, 'ana', 5)).toBe(false)
    expect(await takeRecoveryCode(table, 'ana', row, 'D')).toBe(true)
    expect(await takeRecoveryCode(table, 'ana', row, 'D')).toBe(false)
  })

  test('uses a handover', async () => {
    expect(await useHandover('H')).toBe(true)
    expect(await useHandover('H')).toBe(false)
  })

  test('is ended by the call that deletes its session', async () => {
    await putSession(table, { userId: 'ana', sid: 'S', companyVersion: 1 }, NOW)
    expect(await endSession(table, 'ana', 'S')).toBe(true)
  })
})

test('a note is deleted', async () => {
  const place = (await reservePlaces(table, 1)) ?? 0
  const person = { name: 'Bia', nameFrom: 'user', number: '5511987651001', lid: null } as const
  const contact = newContact({ ...person, id: 'C', place }, AT)
  await writeContacts(table, [{ before: undefined, after: contact }])
  await putNote(table, 'C', { id: 'N', text: 'Prefere manhãs', userId: 'ana', at: AT })
  await removeNote(ANA, 'C', 'N')
  expect(await notesOf(table, ['C'])).toEqual([])
})

test('an invitation is revoked', async () => {
  const until = new Date(NOW + 86_400_000).toISOString()
  await putInvitation(table, { id: 'I', email: null, profile: 'user', digest: 'D', createdAt: AT, until })
  await revoke(ANA, 'I')
  await expect(revoke(ANA, 'I')).rejects.toMatchObject({ code: 'ERR_NO_INVITATION_FOUND' })
})

test('an action is recorded once', async () => {
  const deed = { who: { id: 'ana', name: 'Ana', support: false }, action: 'tags.createTag' }
  const about = {
    target: null,
    targetName: null,
    fields: [],
    from: { address: '', place: null, agent: null },
  }
  await recordDeed(table, { ...deed, ...about }, NOW)
  expect((await pageOfAudit(table, {}, { limit: 10 })).rows).toHaveLength(1)
})

test('a call with an idempotency key is answered by the request that begins it', async () => {
  const route = connectionRoutes.createConnection
  const headers = { 'idempotency-key': '01JD00000000000000000000AA' }
  const event = { routeKey: 'POST /whatsapp', rawPath: '/whatsapp', headers, body: '{}' }
  const call = () => answeredOnce(route, event as never, ANA, { recordId: 'R1' }, async () => ({ body: '1' }))
  expect(await call()).toEqual({ body: '1' })
  expect(await call()).toEqual({ body: '1' })
})

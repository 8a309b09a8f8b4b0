import { localDate } from '@recado/shared/calendar/local-date'
import { plusDays } from '@recado/shared/companies/due-date'
import type { NoticeKind } from '@recado/shared/notices/notice'
import { moveRound, nextRoundAt } from '@recado/shared/retention/store'
import { platformTable } from '@recado/shared/table/platform'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, refused } from '../support/api-client.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { LiveSocket } from '../support/live-socket.ts'
import { linkIn, mailsOf, mailTo } from '../support/mailbox.ts'
import type { Person } from '../support/principals.ts'
import { csv } from '../support/spreadsheets-by-hand.ts'
import { ownSystem } from '../support/test-system.ts'
import { uploaded } from '../support/uploads.ts'

const SHOP = '5511944990001'

const { system, principals } = ownSystem()
let boss: Person
let admin: ApiClient
let attendant: ApiClient
let whatsappId: string

beforeAll(async () => {
  const soon = plusDays(localDate(Date.now(), 'America/Sao_Paulo'), 2)
  const company = await principals.company({ dueDate: soon })
  boss = await principals.person(company)
  admin = await principals.signIn(boss)
  attendant = await principals.signedIn(company, { profile: 'user' })
  await admin.settings({ messageInterval: '1', minimumMessageInterval: '1', longerIntervalAfter: '0' })
  whatsappId = (await admin.linkedConnection(SHOP)).id
}, atMost(120_000))

const noticesOf = async (client: ApiClient, kind: NoticeKind) =>
  (await client.call('listNotices', {})).records.filter((notice) => notice.kind === kind)
const noticeTo = (client: ApiClient, kind: NoticeKind, name?: string) =>
  eventually(`a notice of ${kind}`, async () =>
    (await noticesOf(client, kind)).find(({ about }) => name === undefined || about?.name === name),
  )
const mails = async () => (await mailsOf(system.origin)).filter(({ to }) => to === boss.email)

async function linkAgain() {
  await admin.call('retrySession', { whatsappId })
  await admin.scanned(whatsappId, SHOP)
  await admin.connected(whatsappId)
}

async function campaignOf(name: string, count: number) {
  const list = await admin.newList()
  const numbers = Array.from({ length: count }, (_, at) => `5511944991${String(at).padStart(3, '0')}`)
  await admin.addContacts(list.id, numbers)
  return admin.newCampaign({ whatsappId, contactListId: list.id, name })
}

describe('a notice', () => {
  test('tells admins that a campaign has ended, and is mailed to those who want it', async () => {
    const channels = { 'campaign-ended': { browser: false, email: true } }
    const saved = await admin.call('saveNoticeSettings', { channels, language: 'es' })
    expect(saved.channels).toMatchObject({
      'campaign-ended': { browser: false, email: true },
      'connection-down': { browser: true, email: true },
      mention: { browser: true, email: false },
    })
    const socket = await LiveSocket.open(admin)
    const { id } = await campaignOf('Natal', 1)
    await admin.call('startCampaign', { campaignId: id })
    expect(await noticeTo(admin, 'campaign-ended')).toMatchObject({
      about: { place: 'campaign', id, name: 'Natal', done: 1, failed: 0 },
      readAt: null,
    })
    await socket.frame('it', ({ channel, kind }) => channel.endsWith('-notice') && kind === 'campaign-ended')
    socket.close()
    const mail = await mailTo(system.origin, boss.email)
    expect(mail.subject).toBe('Recado: la campaña Natal terminó')
    expect(linkIn(mail)).toMatch(new RegExp(`/campaign/${id}/report$`))
    expect(await noticesOf(attendant, 'campaign-ended')).toEqual([])
    // As a mail program calls it (RFC 8058): without a login.
    const [, address = ''] = /^<(.*)>$/.exec(mail.headers?.['List-Unsubscribe'] ?? '') ?? []
    const clicked = await fetch(address, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
    expect(clicked.status).toBe(204)
    expect((await admin.call('getNoticeSettings')).channels['campaign-ended']).toEqual({
      browser: false,
      email: false,
    })
    // What its messages go through afterwards tells of nothing new.
    await admin.call('saveNoticeSettings', { channels: {}, language: 'pt' })
    expect(await noticesOf(admin, 'campaign-ended')).toHaveLength(1)
  })

  test('tells once in an hour that a connection was logged out, and that its campaign waits', {
    timeout: atMost(120_000),
  }, async () => {
    const before = (await mails()).length
    const { id } = await campaignOf('Ano novo', 20)
    await admin.call('startCampaign', { campaignId: id })
    await eventually('it sends', async () => (await admin.report(id)).counters.sent > 0)
    await admin.simulator('POST', '/faults', { kind: 'unlink', number: SHOP })
    expect(await noticeTo(admin, 'connection-down')).toMatchObject({
      about: { place: 'connections', name: 'Loja', reason: 'LOGGED_OUT' },
    })
    expect(await noticeTo(admin, 'campaign-waiting', 'Ano novo')).toMatchObject({
      about: { place: 'campaign', id, reason: 'logged-out' },
    })
    await eventually('both are mailed', async () => (await mails()).length === before + 2)
    // The same again within the hour: the connections page shows it, and no notice follows.
    await linkAgain()
    await admin.simulator('POST', '/faults', { kind: 'unlink', number: SHOP })
    await eventually(
      'it is down',
      async () => (await admin.connection(whatsappId)).statusReason === 'LOGGED_OUT',
    )
    const other = await campaignOf('Depois', 1)
    // Its job comes behind the one of the connection.
    await admin.call('cancelCampaign', { campaignId: id })
    await linkAgain()
    await admin.call('startCampaign', { campaignId: other.id })
    await noticeTo(admin, 'campaign-ended', 'Depois')
    expect(await noticesOf(admin, 'connection-down')).toHaveLength(1)
    expect(await mails()).toHaveLength(before + 2)
    expect(await noticesOf(attendant, 'connection-down')).toEqual([])
  })

  test('tells only the user who started an import that it has ended', async () => {
    const list = await attendant.newList()
    const uploadId = await uploaded(attendant, csv('nome;telefone\nAna;11987650001\nBia;1\n'))
    await attendant.call('importContacts', { contactListId: list.id, uploadId })
    expect(await noticeTo(attendant, 'import-ended')).toMatchObject({
      about: { place: 'contact-list', id: list.id, reason: 'DONE', done: 1, failed: 1 },
    })
    expect(await noticesOf(admin, 'import-ended')).toEqual([])
  })

  test('reminds admins of a due date within three days, once a day', async () => {
    const nextDay = async () => {
      const platform = platformTable(principals.table)
      await eventually('the round is due', async () => moveRound(platform, await nextRoundAt(platform), 1))
    }
    await nextDay()
    expect(await noticeTo(admin, 'plan')).toMatchObject({ about: { place: 'settings', reason: 'due' } })
    expect(await noticesOf(attendant, 'plan')).toEqual([])
  })

  test('is told in the ways its user chose, and in no others', async () => {
    const stranger = await principals.signedIn(await principals.company())
    await admin.call('saveNoticeSettings', {
      channels: { plan: { browser: false, email: true } },
      language: 'en',
    })
    expect(await admin.call('getNoticeSettings')).toMatchObject({
      language: 'en',
      channels: { plan: { browser: false, email: true }, 'campaign-ended': { browser: true, email: false } },
    })
    for (const other of [attendant, stranger])
      expect((await other.call('getNoticeSettings')).channels.plan).toEqual({ browser: true, email: false })
    for (const body of [
      {},
      { channels: { plan: { email: true } }, language: 'pt' },
      { channels: { sunset: { browser: true, email: true } }, language: 'pt' },
      { channels: {}, language: 'fr' },
    ])
      expect(await admin.send('PUT', '/notices/settings', body)).toMatchObject(refused(400, 'ERR_VALIDATION'))
  })
})

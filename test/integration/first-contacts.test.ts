import type { Campaign } from '@recado/shared/campaigns/contract/campaign'
import type { Connection } from '@recado/shared/connections/connection'
import { beforeAll, describe, expect, test } from 'vitest'
import { ApiClient } from '../support/api-client.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { ownSystem } from '../support/test-system.ts'

/** Numbers of people who have never had to do with the account. */
const strangers = (group: number, count: number) =>
  Array.from({ length: count }, (_, index) => `55119666${String(group * 1000 + index).padStart(5, '0')}`)

describe('first contacts', { timeout: atMost(120_000) }, () => {
  const { system } = ownSystem()
  let admin: ApiClient
  let next = 21

  beforeAll(async () => {
    admin = await ApiClient.signIn(system.origin)
    await admin.settings({ messageInterval: '1', minimumMessageInterval: '1', longerIntervalAfter: '0' })
  })

  /** A connection of its own, so that nothing of another test holds it back. */
  const linked = async (): Promise<Connection & { number: string }> => {
    const number = `55119000000${next++}`
    return { ...(await admin.linkedConnection(number, `Loja ${number}`)), number }
  }
  const started = async (whatsappId: string, numbers: readonly string[]): Promise<Campaign> => {
    const list = await admin.newList(`Lista de ${whatsappId}`)
    await admin.addContacts(list.id, numbers)
    const campaign = await admin.newCampaign({ whatsappId, contactListId: list.id })
    await admin.call('startCampaign', { campaignId: campaign.id })
    return campaign
  }
  const got = async (number: string) =>
    (await admin.messagesOf(number)).filter(({ fromMe }) => !fromMe).length
  const held = (campaign: Campaign, reason: string) =>
    eventually(`it is held for ${reason}`, async () => {
      const report = await admin.report(campaign.id)
      return report.waitingFor === reason && report
    })

  test('first contacts wait during WhatsApp’s lock, and known contacts get the message', async () => {
    const shop = await linked()
    const [known = '', ...unknown] = strangers(1, 4)
    await admin.simulator('POST', `/phones/${known}/messages`, { to: shop.number, text: 'Olá' })
    await eventually('the chat is known', async () => (await admin.connection(shop.id)).health.lastTrafficAt)
    await admin.simulator('POST', '/faults', { kind: 'reachOutLock', number: shop.number, seconds: 600 })

    const campaign = await started(shop.id, [...unknown, known])
    const report = await held(campaign, 'reach-out-lock')
    expect(Date.parse(report.waitingUntil ?? '')).toBeGreaterThan(Date.now())
    expect((await admin.connection(shop.id)).health).toMatchObject({ heldFor: 'reach-out-lock' })
    await eventually('who wrote gets it meanwhile', async () => (await got(known)) === 1)
    await admin.simulator('POST', '/faults', { kind: 'reachOutLock', number: shop.number, seconds: 0 })

    const finished = await admin.finished(campaign.id, 90_000)
    expect(finished.counters).toMatchObject({ sent: 4, failed: 0 })
    for (const number of [...unknown, known])
      expect({ number, got: await got(number) }).toEqual({ number, got: 1 })
  })

  test('first contacts that cause a lock wait and do not fail', async () => {
    const shop = await linked()
    await admin.simulator('POST', '/faults', {
      kind: 'coldChatLimit',
      number: shop.number,
      chats: 2,
      seconds: 20,
    })
    const numbers = strangers(2, 4)
    const campaign = await started(shop.id, numbers)
    const report = await held(campaign, 'reach-out-lock')
    expect(report.counters).toMatchObject({ failed: 0 })
    await admin.simulator('POST', '/faults', { kind: 'clear' })
    const finished = await admin.finished(campaign.id, 90_000)
    expect(finished.counters).toMatchObject({ sent: 4, failed: 0 })
    for (const number of numbers) expect({ number, got: await got(number) }).toEqual({ number, got: 1 })
  })

  test('first contacts refused by an unannounced lock wait, and get the message once', async () => {
    const shop = await linked()
    await admin.simulator('POST', '/faults', {
      kind: 'reachOutLock',
      number: shop.number,
      seconds: 600,
      silent: true,
    })
    const numbers = strangers(5, 3)
    const campaign = await started(shop.id, numbers)
    const report = await held(campaign, 'reach-out-lock')
    expect(report.counters).toMatchObject({ failed: 0, sent: 0 })
    await admin.simulator('POST', '/faults', { kind: 'reachOutLock', number: shop.number, seconds: 0 })
    const finished = await admin.finished(campaign.id, 90_000)
    expect(finished.counters).toMatchObject({ sent: 3, failed: 0 })
    for (const number of numbers) expect({ number, got: await got(number) }).toEqual({ number, got: 1 })
  })

  test('first contacts wait above the daily budget, until it is raised', async () => {
    const shop = await linked()
    await admin.call('updateConnection', { whatsappId: shop.id, name: shop.name, newContactsPerDay: 2 })
    const campaign = await started(shop.id, strangers(3, 4))
    const report = await held(campaign, 'daily-budget')
    expect(report.counters).toMatchObject({ failed: 0, open: 2 })
    await eventually('two are counted', async () => {
      const { health } = await admin.connection(shop.id)
      return (
        health.newContacts.used === 2 && health.newContacts.limit === 2 && health.heldFor === 'daily-budget'
      )
    })
    await admin.call('updateConnection', { whatsappId: shop.id, name: shop.name, newContactsPerDay: 10 })
    expect((await admin.finished(campaign.id)).counters).toMatchObject({ sent: 4, failed: 0 })
  })

  test('a new account has a lower limit of first contacts during warm-up', async () => {
    const shop = await linked()
    await admin.call('updateConnection', {
      whatsappId: shop.id,
      name: shop.name,
      newContactsPerDay: 30,
      warmUpDays: 14,
    })
    const { health } = await admin.connection(shop.id)
    expect(health.newContacts).toEqual({ used: 0, limit: 2 })
  })

  test('a first contact missing from WhatsApp’s answer is looked up again, and the others get the message', async () => {
    const shop = await linked()
    const [leftOut = '', ...others] = strangers(6, 3)
    await admin.simulator('POST', '/faults', { kind: 'leftOut', number: leftOut })
    const campaign = await started(shop.id, [leftOut, ...others])
    for (const number of others) await eventually(`${number} gets it`, async () => (await got(number)) === 1)
    // A phone has its message before the report knows of it.
    const report = await eventually('the report knows of both', async () => {
      const report = await admin.report(campaign.id)
      return report.counters.sent === 2 && report
    })
    expect(report.counters).toMatchObject({ sent: 2, failed: 0, open: 1 })
    expect(report.waitingFor).not.toBe('connection')
    await admin.simulator('POST', '/faults', { kind: 'clear', only: 'leftOut' })
    const finished = await admin.finished(campaign.id, 90_000)
    expect(finished.counters).toMatchObject({ sent: 3, failed: 0 })
    expect(await got(leftOut)).toBe(1)
  })

  test('first contacts wait while WhatsApp’s quota of new chats is used up', async () => {
    const shop = await linked()
    await admin.simulator('POST', '/faults', {
      kind: 'newChatCap',
      number: shop.number,
      status: 'CAPPED',
      quota: 50,
      used: 50,
    })
    await eventually('it is known', async () => {
      const { health } = await admin.connection(shop.id)
      return health.heldFor === 'new-chat-quota'
    })
    const campaign = await started(shop.id, strangers(7, 2))
    expect((await held(campaign, 'new-chat-quota')).counters).toMatchObject({ sent: 0, failed: 0 })
    await admin.simulator('POST', '/faults', {
      kind: 'newChatCap',
      number: shop.number,
      status: 'NONE',
      quota: -1,
    })
    expect((await admin.finished(campaign.id)).counters).toMatchObject({ sent: 2, failed: 0 })
    expect((await admin.connection(shop.id)).health).toMatchObject({ newChats: null, heldFor: null })
  })

  test('first contacts wait while WhatsApp refuses number checks', async () => {
    const shop = await linked()
    await admin.simulator('POST', '/faults', { kind: 'checkLimit', number: shop.number, perMinute: 1 })
    const campaign = await started(shop.id, strangers(4, 3))
    const report = await held(campaign, 'number-checks')
    expect(report.counters).toMatchObject({ failed: 0 })
  })
})

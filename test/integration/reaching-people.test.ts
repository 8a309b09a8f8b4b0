import type { Campaign } from '@recado/shared/campaigns/contract/campaign'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ApiClient, PhoneMessage } from '../support/api-client.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { ownSystem } from '../support/test-system.ts'

const SHOP = '5511900000061'
const UNMOVED = '5511900000062'
const UNMOVED_OTHER = '5511900000063'

const { principals } = ownSystem()
let admin: ApiClient
let companyId: string
let whatsappId: string
let next = 1

beforeAll(async () => {
  companyId = await principals.company()
  admin = await principals.signedIn(companyId)
  whatsappId = (await admin.linkedConnection(SHOP)).id
  await admin.settings({ messageInterval: '1', minimumMessageInterval: '1', longerIntervalAfter: '0' })
})
afterEach(() => fault('clear'))

const people = (count: number) =>
  Array.from({ length: count }, () => `5511955900${String(next++).padStart(3, '0')}`)
const fault = (kind: string, more: object = {}) => admin.simulator('POST', '/faults', { kind, ...more })
const start = (id: string) => admin.call('startCampaign', { campaignId: id })
const received = async (number: string) =>
  (await admin.messagesOf(number)).filter(({ fromMe }: PhoneMessage) => !fromMe)

async function campaignTo(numbers: string[], connectionId = whatsappId): Promise<Campaign> {
  const list = await admin.newList()
  await admin.addContacts(list.id, numbers)
  return admin.newCampaign({ whatsappId: connectionId, contactListId: list.id, message1: 'Oi' })
}

const outcomes = async (id: string) =>
  (await admin.report(id)).shipping.map(({ status, reason, failureCode }) => ({
    status,
    reason,
    failureCode,
  }))

describe('the address of a person', { timeout: atMost(120_000) }, () => {
  test('a stranger is reached by LID', async () => {
    const numbers = people(2)
    const { id } = await campaignTo(numbers)
    await start(id)
    expect((await admin.finished(id)).counters).toMatchObject({ sent: 2, failed: 0 })
    for (const number of numbers) expect(await received(number)).toHaveLength(1)
  })

  test('a refused LID is followed by one try with the number', async () => {
    const [number = ''] = people(1)
    await admin.simulator('POST', `/phones/${number}/messages`, { to: SHOP, text: 'Bom dia' })
    await fault('refuseAddress', { to: number, addressing: 'lid' })
    const { id } = await campaignTo([number])
    await start(id)
    expect((await admin.finished(id)).counters).toMatchObject({ sent: 1, failed: 0 })
    expect(await received(number)).toHaveLength(1)
  })

  test('an account that may not write to LIDs reaches people at their numbers', async () => {
    const numbers = people(2)
    // An account of its own, since it writes to numbers first from then on.
    const { id: unmoved } = await admin.linkedConnection(UNMOVED)
    await fault('noLidChats', { number: UNMOVED })
    const { id } = await campaignTo(numbers, unmoved)
    await start(id)
    expect((await admin.finished(id)).counters).toMatchObject({ sent: 2, failed: 0 })
    for (const number of numbers) expect(await received(number)).toHaveLength(1)
  })

  test('a recipient refused by LID and number fails', async () => {
    const [number = ''] = people(1)
    await fault('refuseAddress', { to: number, addressing: 'lid' })
    await fault('refuseAddress', { to: number, addressing: 'pn' })
    const { id } = await campaignTo([number])
    await start(id)
    await admin.finished(id)
    expect(await outcomes(id)).toEqual([{ status: 'FAILED', reason: 'REFUSED', failureCode: '463' }])
    expect(await received(number)).toEqual([])
  })

  test('the first answer of an account that may not write to LIDs reaches the number', async () => {
    const [number = ''] = people(1)
    const { id: unmoved } = await admin.linkedConnection(UNMOVED_OTHER)
    await admin.simulator('POST', `/phones/${number}/messages`, { to: UNMOVED_OTHER, text: 'Bom dia' })
    await fault('noLidChats', { number: UNMOVED_OTHER })
    const { id } = await campaignTo([number], unmoved)
    await eventually(
      'who has written may get a test message',
      async () => (await admin.attempt('testCampaign', { campaignId: id, number })).ok,
    )
    await eventually('the answer is on the phone', async () => (await received(number)).length === 1)
  })

  test('an answer in a conversation goes to the LID', async () => {
    const [number = ''] = people(1)
    await admin.simulator('POST', `/phones/${number}/messages`, { to: SHOP, text: 'Bom dia' })
    await fault('refuseAddress', { to: number, addressing: 'pn' })
    const { id } = await campaignTo([number])
    await eventually(
      'who has written may get a test message',
      async () => (await admin.attempt('testCampaign', { campaignId: id, number })).ok,
    )
    await eventually('the answer is on the phone', async () => (await received(number)).length === 1)
  })
})

describe('a run of refusals', { timeout: atMost(120_000) }, () => {
  test('five refusals in a row pause the campaign, and a resume continues it', async () => {
    const numbers = people(7)
    for (const to of numbers) await fault('nack', { to, code: 479 })
    const { id } = await campaignTo(numbers)
    await start(id)
    const paused = await eventually('it is paused', async () => {
      const report = await admin.report(id)
      return report.pausedAt !== null && report
    })
    expect(paused).toMatchObject({ pauseReason: 'refusals', counters: { failed: 5, sent: 0, open: 2 } })
    await fault('clear')
    await admin.call('resumeCampaign', { campaignId: id })
    expect((await admin.finished(id)).counters).toMatchObject({ failed: 5, sent: 2 })
  })

  test('refusals of one address do not pause a campaign', async () => {
    const numbers = people(6)
    await fault('takeColdNumbers')
    for (const to of numbers) await fault('refuseAddress', { to, addressing: 'lid' })
    const { id } = await campaignTo(numbers)
    await start(id)
    expect((await admin.finished(id)).counters).toMatchObject({ failed: 0, sent: 6 })
  })

  test('refusals with a success in between do not pause a campaign', async () => {
    const numbers = people(6)
    for (const to of numbers.filter((_, index) => index !== 3)) await fault('nack', { to, code: 479 })
    const { id } = await campaignTo(numbers)
    await start(id)
    expect((await admin.finished(id)).counters).toMatchObject({ failed: 5, sent: 1 })
  })
})

describe('people who cannot be written to', { timeout: atMost(120_000) }, () => {
  test('recipients without devices, keys or answers are postponed, and the others get the message', async () => {
    const [withoutDevices = '', withoutKeys = '', unanswered = '', ...others] = people(5)
    await fault('noDevices', { number: withoutDevices })
    await fault('noKeys', { number: withoutKeys })
    await fault('noAnswer', { number: unanswered })
    const { id } = await campaignTo([withoutDevices, withoutKeys, unanswered, ...others])
    await start(id)
    await eventually('the others have it', async () => (await admin.report(id)).counters.sent === 2, 60_000)
    const report = await admin.report(id)
    expect(report).toMatchObject({ status: 'EM_ANDAMENTO', counters: { failed: 0, open: 3 } })
    expect(report.waitingFor).not.toBe('connection')
    const retried = report.shipping.flatMap(({ retryFor, retryAt }) => (retryAt ? [retryFor] : []))
    expect(retried).toEqual(['NO_DEVICE', 'NO_KEYS', 'NO_ANSWER'])
    for (const number of [withoutDevices, withoutKeys, unanswered]) expect(await received(number)).toEqual([])
    await admin.call('cancelCampaign', { campaignId: id })
  })

  test('a recipient whose LID WhatsApp does not give is postponed, since keys are fetched for LIDs only', async () => {
    const [withoutLid = '', other = ''] = people(2)
    await fault('noLid', { number: withoutLid })
    const { id } = await campaignTo([withoutLid, other])
    await start(id)
    await eventually('the other has it', async () => (await admin.report(id)).counters.sent === 1, 60_000)
    const { shipping, counters } = await admin.report(id)
    expect(counters).toMatchObject({ failed: 0, open: 1 })
    expect(shipping.flatMap(({ retryFor, retryAt }) => (retryAt ? [retryFor] : []))).toEqual(['NO_KEYS'])
    await fault('clear')
    await admin.call('cancelCampaign', { campaignId: id })
  })

  test('members of a group with keys get its messages though another member has none', async () => {
    const [withoutKeys = '', ...others] = people(3)
    await fault('noKeys', { number: withoutKeys })
    const members = [SHOP, withoutKeys, ...others]
    await admin.simulator('POST', '/groups', { subject: 'Bairro', members, admins: [SHOP] })
    await admin.call('syncGroups')
    const list = await eventually('the group has a list', async () =>
      (await admin.call('allContactLists', { type: 'GROUP' })).find(({ name }) => name === 'Bairro'),
    )
    const texts = ['Primeira', 'Segunda']
    for (const message1 of texts) {
      const group = { whatsappId, type: 'GROUP' as const, contactListId: [list.id] }
      const { id } = await admin.newCampaign({ ...group, message1 })
      await start(id)
      expect((await admin.finished(id)).counters).toMatchObject({ sent: 1, failed: 0 })
    }
    for (const number of others)
      await eventually('both messages are on the phone', async () => (await received(number)).length === 2)
    for (const number of others) expect((await received(number)).map(({ text }) => text)).toEqual(texts)
  })
})

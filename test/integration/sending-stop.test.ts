import type { Campaign } from '@recado/shared/campaigns/contract/campaign'
import { beforeAll, describe, expect, test } from 'vitest'
import { ApiClient, refused } from '../support/api-client.ts'
import { Desk } from '../support/desk.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { type Frame, LiveSocket } from '../support/live-socket.ts'
import { ownSystem } from '../support/test-system.ts'

const SHOP = '5511900000041'
const WRONG = { reason: 'Mensagem errada' }
const EVERY_SECOND = { messageInterval: '1', minimumMessageInterval: '1', longerIntervalAfter: '0' }
const RIGHT = { reason: 'Mensagem corrigida' }

const { system, principals } = ownSystem()
let admin: ApiClient
let other: ApiClient
let operator: ApiClient
let whatsappId: string
let next = 1

beforeAll(async () => {
  admin = await principals.signedIn(await principals.company())
  other = await principals.signedIn(await principals.company())
  operator = await ApiClient.signIn(system.origin, 'super@demo.test')
  whatsappId = (await admin.linkedConnection(SHOP)).id
  await admin.settings(EVERY_SECOND)
})

const sending = (client = admin) => client.call('getSendingState')
const stop = (client = admin, body = WRONG) => client.call('stopSending', body)
const resume = (client = admin) => client.call('resumeSending', RIGHT)

/** A campaign that is going, to so many people. */
async function going(
  people: number,
  client = admin,
  by = whatsappId,
): Promise<{ campaign: Campaign; numbers: string[] }> {
  const list = await client.newList()
  const numbers = Array.from({ length: people }, () => `55119555700${String(next++).padStart(2, '0')}`)
  await client.addContacts(list.id, numbers)
  const campaign = await client.newCampaign({ whatsappId: by, contactListId: list.id })
  await client.call('startCampaign', { campaignId: campaign.id })
  return { campaign, numbers }
}
const sentOf = async ({ id }: Campaign) => (await admin.report(id)).counters.sent
const waits = (campaign: Campaign, waitingFor: string) =>
  eventually(
    `it waits for ${waitingFor}`,
    async () => (await admin.report(campaign.id)).waitingFor === waitingFor,
  )
async function everybodyGotOne(numbers: readonly string[]): Promise<void> {
  for (const number of numbers)
    expect({ number, got: (await admin.messagesOf(number)).length }).toEqual({ number, got: 1 })
}

describe('stopping all sending of a company', () => {
  test('a stop ends sending within one message, and a resume sends the rest', {
    timeout: atMost(90_000),
  }, async () => {
    const { campaign, numbers } = await going(6)
    await eventually('one is sent', async () => (await sentOf(campaign)) >= 1)
    expect((await stop()).company).toMatchObject({ reason: 'Mensagem errada' })
    await waits(campaign, 'company-stop')
    const sent = await sentOf(campaign)
    expect(sent).toBeLessThan(numbers.length)
    expect(await admin.report(campaign.id)).toMatchObject({ status: 'EM_ANDAMENTO', expectedEndAt: null })
    expect((await resume()).company).toBeNull()
    expect((await admin.finished(campaign.id)).counters).toMatchObject({ sent: 6, failed: 0 })
    await everybodyGotOne(numbers)
  })

  test('a campaign started during a stop waits', { timeout: atMost(90_000) }, async () => {
    await stop()
    const { campaign, numbers } = await going(2)
    await waits(campaign, 'company-stop')
    expect(await sentOf(campaign)).toBe(0)
    await resume()
    await admin.finished(campaign.id)
    await everybodyGotOne(numbers)
  })

  test('a stop is told to the company’s browsers only, with the user’s name', async () => {
    const [ours, theirs] = [await LiveSocket.open(admin), await LiveSocket.open(other)]
    const stopped = await stop(admin, { reason: '  Conta errada  ' })
    const isStop = ({ action, state }: Frame) =>
      action === 'sending' && Object(Object(state).company).reason === 'Conta errada'
    expect((await ours.frame('of the stop', isStop)).state).toEqual(stopped)
    expect(stopped.company).toMatchObject({
      reason: 'Conta errada',
      by: { name: expect.stringMatching(/^Pessoa/) },
    })
    await resume()
    const isResumed = ({ action, state }: Frame) => action === 'sending' && Object(state).company === null
    await ours.frame('of the resume', isResumed)
    expect((await sending()).history.slice(0, 2)).toMatchObject([
      { action: 'resume', reason: 'Mensagem corrigida' },
      { action: 'stop', reason: 'Conta errada' },
    ])
    await stop(other)
    await theirs.frame('of their own', ({ action }) => action === 'sending')
    expect(theirs.frames).toHaveLength(1)
    await resume(other)
    ours.close()
    theirs.close()
  })

  test('five stops at once count as one, and another company is not affected', async () => {
    const before = (await sending()).history.length
    await Promise.all(Array.from({ length: 5 }, () => stop()))
    expect((await sending()).history).toHaveLength(before + 1)
    expect((await sending(other)).company).toBeNull()
    await Promise.all(Array.from({ length: 5 }, () => resume()))
    expect((await sending()).history).toHaveLength(before + 2)
  })

  test.each([[{}], [{ reason: '' }], [{ reason: '  a ' }], [{ reason: 'x'.repeat(201) }]])(
    'a stop with the body %j is refused',
    async (body) => {
      expect(await admin.send('POST', '/sending/stop', body)).toMatchObject({
        status: 400,
        body: { error: 'ERR_VALIDATION' },
      })
      expect((await sending()).company).toBeNull()
    },
  )
})

describe('customer service during a stop', () => {
  test('automatic messages fail for good, answers of people leave, and the ticket waits', {
    timeout: atMost(120_000),
  }, async () => {
    const desk = await Desk.open(principals, '5511900000043', '551195558')
    const { ana, admin: owner } = desk.parts
    desk.newCustomer()
    await stop(owner)
    await desk.writes('Oi')
    const { id: ticketId } = await desk.ticketIn(owner, 'pending')
    await desk.message('the greeting failed', owner, ticketId, ({ status, failureCode }) => {
      return status === 'FAILED' && failureCode === 'SKIPPED_STOPPED'
    })
    await ana.call('changeTicket', { ticketId, status: 'open', queueId: desk.parts.queues.Vendas })
    await desk.answer(ana, ticketId, 'Boa tarde, é a Ana')
    await desk.receives('Boa tarde, é a Ana')
    await resume(owner)
    await desk.answer(ana, ticketId, 'Em que posso ajudar?')
    await desk.receives('Em que posso ajudar?')
    expect(await desk.texts()).toEqual(['Oi', 'Boa tarde, é a Ana', 'Em que posso ajudar?'])
  })
})

describe('stopping all sending of the platform', () => {
  const platform = () => operator.call('getPlatformSendingState')

  test('only operators stop the platform’s sending', async () => {
    for (const answer of [
      await admin.attempt('getPlatformSendingState'),
      await admin.attempt('stopPlatformSending', WRONG),
      await admin.attempt('resumePlatformSending', WRONG),
    ])
      expect(answer).toMatchObject(refused(403, 'ERR_NO_PERMISSION'))
    expect((await platform()).history).toEqual([])
  })

  test('a platform stop holds every company until it is resumed', { timeout: atMost(120_000) }, async () => {
    const { platform: stopped } = await operator.call('stopPlatformSending', WRONG)
    expect(stopped).toMatchObject({ reason: 'Mensagem errada' })
    expect((await sending()).platform).toEqual({ reason: 'Mensagem errada', at: stopped?.at })
    const { campaign, numbers } = await going(2)
    await waits(campaign, 'platform-stop')
    // A company's own resume does not help.
    await resume()
    await waits(campaign, 'platform-stop')
    expect(await sentOf(campaign)).toBe(0)
    await operator.call('resumePlatformSending', RIGHT)
    expect(await platform()).toMatchObject({
      platform: null,
      history: [{ action: 'resume' }, { action: 'stop' }],
    })
    await admin.finished(campaign.id, 90_000)
    await everybodyGotOne(numbers)
  })
})

describe('a company that has not paid', () => {
  test('an overdue company sends nothing until it has paid', {
    timeout: atMost(120_000),
  }, async () => {
    const companyId = await principals.company()
    const client = await principals.signedIn(companyId)
    await client.settings(EVERY_SECOND)
    const { id } = await client.linkedConnection('5511900000042')
    const { campaign, numbers } = await going(3, client, id)
    await eventually('one is sent', async () => (await client.report(campaign.id)).counters.sent >= 1)
    await principals.changeCompany(companyId, { overdueFrom: new Date().toISOString() })
    const waiting = async () => (await client.report(campaign.id)).waitingFor === 'company-overdue'
    await eventually('it waits for the payment', waiting)
    const campaignId = campaign.id
    const [number = ''] = numbers
    for (const answer of [
      await client.attempt('resumeCampaign', { campaignId }),
      await client.attempt('startCampaign', { campaignId }),
      await client.attempt('restartCampaign', { campaignId }),
      await client.attempt('resendAllFailed', { campaignId }),
      await client.attempt('testCampaign', { campaignId, number }),
    ])
      expect(answer).toMatchObject(refused(402, 'ERR_COMPANY_OVERDUE'))
    // It still reads, and prepares what it will send.
    expect((await client.report(campaign.id)).counters.sent).toBeLessThan(numbers.length)
    await client.newList('Para depois')
    await principals.changeCompany(companyId, { overdueFrom: null })
    expect((await client.finished(campaign.id, 60_000)).counters).toMatchObject({ sent: 3, failed: 0 })
    await everybodyGotOne(numbers)
  })
})

import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiClient } from '../support/api-client.ts'
import { atMost } from '../support/eventually.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'

const SHOP = '5511900000001'

describe('a spreadsheet becomes a campaign that arrives', () => {
  let system: RunningSystem
  let admin: ApiClient

  beforeAll(async () => {
    system = await startSystem()
    admin = await ApiClient.signIn(system.origin)
  })
  afterAll(() => system.stop())

  test('a campaign to an imported .xlsx reaches every phone once, at the set intervals', {
    timeout: atMost(90_000),
  }, async () => {
    const connection = await admin.linkedConnection(SHOP)
    expect(connection).toMatchObject({ number: SHOP, qrcode: '', statusReason: null })

    const list = await admin.newList()
    const file = await readFile('test/spreadsheets/simples--lo.xlsx')
    expect(await admin.imported(list.id, new Uint8Array(file))).toMatchObject({
      status: 'DONE',
      imported: 5,
      refused: 0,
    })
    expect(await admin.list(list.id)).toMatchObject({ contactsCount: 5, importId: null })

    await admin.settings({ messageInterval: '1', minimumMessageInterval: '1', longerIntervalAfter: '0' })
    const { id } = await admin.newCampaign({
      whatsappId: connection.id,
      contactListId: list.id,
      message1: '{nome}: {var1}',
    })
    await admin.call('startCampaign', { campaignId: id })
    const report = await admin.finished(id)

    expect(report.counters).toMatchObject({ validContacts: 5, sent: 5, failed: 0, open: 0 })
    const arrivals = await Promise.all(report.shipping.map(({ number }) => admin.messagesOf(number)))
    expect(arrivals.map((messages) => messages.map(({ text }) => text))).toEqual([
      ['João da Silva: Plano A'],
      ['Maria Conceição: Plano B'],
      ['Empresa Ação Ltda: x'],
      ['Zé:'],
      [`D'Ávila & Filhos <ME>: "aspas"`],
    ])
    const times = arrivals.flat().map(({ at }) => Date.parse(at))
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(950)
  })

  test('a number without WhatsApp fails with its reason, and the others get theirs', async () => {
    const [connection] = await admin.call('listConnections')
    const list = await admin.newList('Com um número errado')
    await admin.addContacts(list.id, ['5511955510000', '5511955510001'])
    const { id } = await admin.newCampaign({ whatsappId: connection?.id ?? '', contactListId: list.id })
    await admin.call('startCampaign', { campaignId: id })
    const { shipping, counters } = await admin.finished(id)
    expect(shipping.map(({ status, reason }) => [status, reason])).toEqual([
      ['FAILED', 'NOT_ON_WHATSAPP'],
      ['SENDED', null],
    ])
    expect(counters).toMatchObject({ sent: 1, failed: 1, open: 0 })
  })

  test('a recipient refused by WhatsApp fails with its code', async () => {
    const [connection] = await admin.call('listConnections')
    const list = await admin.newList('Recusado')
    await admin.addContacts(list.id, ['5511955520001'])
    await admin.simulator('POST', '/faults', { kind: 'nack', to: '5511955520001', code: 479 })
    const { id } = await admin.newCampaign({ whatsappId: connection?.id ?? '', contactListId: list.id })
    await admin.call('startCampaign', { campaignId: id })
    const { shipping } = await admin.finished(id)
    expect(shipping).toMatchObject([{ status: 'FAILED', reason: 'REFUSED', failureCode: '479' }])
    await admin.simulator('POST', '/faults', { kind: 'clear' })
  })

  test('a campaign waits for a dropped connection and continues by itself', async () => {
    const [connection] = await admin.call('listConnections')
    const list = await admin.newList('Queda')
    const numbers = Array.from({ length: 6 }, (_, index) => `551195553000${index + 1}`)
    await admin.addContacts(list.id, numbers)
    const { id } = await admin.newCampaign({ whatsappId: connection?.id ?? '', contactListId: list.id })
    await admin.call('startCampaign', { campaignId: id })
    await admin.simulator('POST', '/faults', { kind: 'disconnect', number: SHOP })
    const { counters } = await admin.finished(id)
    expect(counters).toMatchObject({ sent: 6, failed: 0 })
    for (const number of numbers) expect(await admin.messagesOf(number)).toHaveLength(1)
  })

  test('a scheduled campaign starts at its time', { timeout: atMost(90_000) }, async () => {
    const [connection] = await admin.call('listConnections')
    const list = await admin.newList('Programada')
    await admin.addContacts(list.id, ['5511955540001'])
    const scheduledAt = new Date(Date.now() + 3000).toISOString()
    const campaign = await admin.newCampaign({
      whatsappId: connection?.id ?? '',
      contactListId: list.id,
      scheduledAt,
    })
    expect(campaign.status).toBe('PROGRAMADA')
    const report = await admin.finished(campaign.id, 80_000)
    expect(Date.parse(report.startedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(scheduledAt))
    expect(await admin.messagesOf('5511955540001')).toHaveLength(1)
  })

  test('a cancelled campaign stops, and a restart goes on with the rest', async () => {
    const [connection] = await admin.call('listConnections')
    const list = await admin.newList('Cancelada')
    const numbers = Array.from({ length: 5 }, (_, index) => `551195555000${index + 1}`)
    await admin.addContacts(list.id, numbers)
    const { id } = await admin.newCampaign({ whatsappId: connection?.id ?? '', contactListId: list.id })
    await admin.call('startCampaign', { campaignId: id })
    const cancelled = await admin.call('cancelCampaign', { campaignId: id })
    expect(cancelled.status).toBe('CANCELADA')
    expect(await admin.attempt('cancelCampaign', { campaignId: id })).toMatchObject({
      status: 409,
      body: { error: 'ERR_CAMPAIGN_STATE' },
    })
    await admin.call('restartCampaign', { campaignId: id })
    const { counters } = await admin.finished(id)
    expect(counters).toMatchObject({ sent: 5, failed: 0 })
    for (const number of numbers) expect(await admin.messagesOf(number)).toHaveLength(1)
  })

  test('data and linked phones survive a restart', { timeout: atMost(90_000) }, async () => {
    await system.halt()
    system = await startSystem(system.layout.data)
    admin = await ApiClient.signIn(system.origin)
    const [connection] = await admin.call('listConnections')
    await admin.connected(connection?.id ?? '')
    const list = await admin.newList('Depois')
    await admin.addContacts(list.id, ['5511955560001'])
    const { id } = await admin.newCampaign({ whatsappId: connection?.id ?? '', contactListId: list.id })
    await admin.call('startCampaign', { campaignId: id })
    await admin.finished(id)
    expect(await admin.messagesOf('5511955560001')).toHaveLength(1)
    expect(await admin.messagesOf('5511955540001')).toHaveLength(1)
  })
})

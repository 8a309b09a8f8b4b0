import type { CampaignReport } from '@recado/shared/campaigns/contract/campaign'
import type { Connection } from '@recado/shared/connections/connection'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, test } from 'vitest'
import { campaignKeys } from '../../web/src/campaigns/keys.ts'
import { applyCampaignEvent } from '../../web/src/campaigns/realtime.ts'
import { connectionKeys } from '../../web/src/connections/keys.ts'
import { applyConnectionEvent } from '../../web/src/connections/realtime.ts'
import { eventOf, type LiveEvent } from '../../web/src/realtime/frame.ts'
import { ticketQueueKeys } from '../../web/src/ticket-queues/keys.ts'
import { applyTicketQueueEvent } from '../../web/src/ticket-queues/realtime.ts'
import { aShipping } from '../support/builders.ts'
import { campaignCounters } from '../support/campaign-counters.ts'

const AT = '2026-01-02T12:00:00.000Z'

const connection = (overrides: Partial<Connection> = {}): Connection => ({
  id: 'W1',
  name: 'Vendas',
  status: 'qrcode',
  statusReason: null,
  qrcode: '2@abc',
  retries: 0,
  isDefault: true,
  number: null,
  profileName: null,
  provider: 'beta',
  greetingMessage: null,
  complationMessage: null,
  outOfHoursMessage: null,
  ratingMessage: null,
  knownNumber: null,
  bannedUntil: null,
  pendingNumber: null,
  hasToken: false,
  queues: [],
  newContactsPerDay: null,
  defaultQueueId: null,
  groups: 'tab',
  readReceipts: 'attending',
  showTyping: true,
  warmUpDays: 0,
  linkedAt: null,
  health: {
    lastTrafficAt: null,
    heldUntil: null,
    heldFor: null,
    newChats: null,
    newContacts: { used: 0, limit: null },
    hasTokenSalt: null,
  },
  createdAt: AT,
  updatedAt: AT,
  ...overrides,
})

const counters = campaignCounters({ validContacts: 2, open: 2 })

const campaign = (overrides: Partial<CampaignReport> = {}): CampaignReport => ({
  id: 'A1',
  name: 'Promoção',
  status: 'EM_ANDAMENTO',
  type: 'PRIVATE',
  companyId: 'C1',
  message1: 'Olá',
  message2: null,
  message3: null,
  message4: null,
  message5: null,
  confirmationMessage1: null,
  confirmationMessage2: null,
  confirmationMessage3: null,
  confirmationMessage4: null,
  confirmationMessage5: null,
  confirmation: false,
  mediaMode: 'above',
  mediaName: null,
  mediaPath: null,
  mediaType: null,
  mediaUrl: null,
  timeline: [],
  contactName: null,
  contactNumber: null,
  contactMode: 'below',
  block: false,
  groupMode: 'group',
  initTreatment: false,
  queueId: null,
  tagId: null,
  whatsappId: 'W1',
  contactListId: 'L1',
  recipientsFrom: 'list',
  scheduledAt: null,
  draftScheduledAt: null,
  startedAt: AT,
  completedAt: null,
  createdAt: AT,
  updatedAt: AT,
  detailsErasedAt: null,
  validContacts: 2,
  errors: 0,
  counters,
  variants: [],
  expectedEndAt: null,
  pausedAt: null,
  pauseReason: null,
  fault: null,
  waitingFor: null,
  waitingUntil: null,
  whatsapp: null,
  contactList: null,
  contactLists: [],
  listNames: [],
  shipping: [],
  ...overrides,
})

const pages = <T>(...records: T[]) => ({
  pages: [{ records, hasMore: false, nextCursor: null }],
  pageParams: [''],
})
const event = (topic: string, action: string, body: object): LiveEvent => ({
  topic,
  action,
  frame: { channel: `company-C1-${topic}`, action, ...body },
})

let cache: QueryClient
beforeEach(() => {
  cache = new QueryClient()
})

describe('a frame', () => {
  test('a frame of the own company is read', () => {
    const frame = { channel: 'company-C1-campaign', action: 'delete', id: 'A1' }
    expect(eventOf(JSON.stringify(frame), 'C1')).toEqual({ topic: 'campaign', action: 'delete', frame })
  })

  test('a frame of the channel for all companies is read', () => {
    const frame = { channel: 'company-announcement', action: 'delete', id: 'A1' }
    expect(eventOf(JSON.stringify(frame), 'C1')).toEqual({ topic: 'announcement', action: 'delete', frame })
  })

  test.each([
    ['an announcement of a company', '{"channel":"company-C2-announcement","action":"delete"}'],
    ["another company's", '{"channel":"company-C2-campaign","action":"delete"}'],
    ["a company's with a similar id", '{"channel":"company-C12-campaign","action":"delete"}'],
    ['no JSON', 'pong'],
    ['without an action', '{"channel":"company-C1-campaign"}'],
  ])('a frame is ignored if it is %s', (_, text) => {
    expect(eventOf(text, 'C1')).toBeUndefined()
  })
})

describe('events of connections', () => {
  test('an event puts a new QR code into the connection', () => {
    cache.setQueryData(connectionKeys.list, [connection(), connection({ id: 'W2', name: 'Suporte' })])
    const read = connection({ qrcode: '', status: 'PAIRING' })
    applyConnectionEvent(cache, event('whatsappSession', 'update', { record: read }))
    expect(cache.getQueryData<Connection[]>(connectionKeys.list)?.map(({ qrcode }) => qrcode)).toEqual([
      '',
      '2@abc',
    ])
    expect(cache.getQueryData(connectionKeys.one('W1'))).toEqual(read)
  })

  test('an older event that comes late changes nothing', () => {
    const open = connection({ status: 'CONNECTED', updatedAt: '2026-11-28T12:00:02.000Z' })
    cache.setQueryData(connectionKeys.list, [open])
    cache.setQueryData(connectionKeys.one('W1'), open)
    const record = connection({ status: 'OPENING', updatedAt: '2026-11-28T12:00:01.000Z' })
    applyConnectionEvent(cache, event('whatsappSession', 'update', { record }))
    expect(cache.getQueryData(connectionKeys.list)).toEqual([open])
    expect(cache.getQueryData(connectionKeys.one('W1'))).toEqual(open)
  })

  test('events add and remove connections', () => {
    cache.setQueryData(connectionKeys.list, [connection()])
    applyConnectionEvent(cache, event('whatsapp', 'create', { record: connection({ id: 'W2' }) }))
    applyConnectionEvent(cache, event('whatsapp', 'delete', { id: 'W1' }))
    expect(cache.getQueryData<Connection[]>(connectionKeys.list)?.map(({ id }) => id)).toEqual(['W2'])
  })

  test('a late event does not bring back a deleted connection', () => {
    cache.setQueryData(connectionKeys.list, [connection()])
    applyConnectionEvent(cache, event('whatsapp', 'delete', { id: 'W1' }))
    applyConnectionEvent(cache, event('whatsappSession', 'update', { record: connection() }))
    expect(cache.getQueryData(connectionKeys.list)).toEqual([])
    expect(cache.getQueryData(connectionKeys.one('W1'))).toBeUndefined()
  })

  test('an incomplete record changes nothing', () => {
    cache.setQueryData(connectionKeys.list, [connection()])
    applyConnectionEvent(cache, event('whatsapp', 'update', { record: { id: 'W1', status: 'NEW' } }))
    expect(cache.getQueryData(connectionKeys.list)).toEqual([connection()])
  })
})

describe('events of queues', () => {
  test('an event of queues refetches the queues and the connections', () => {
    cache.setQueryData(ticketQueueKeys.list, [])
    cache.setQueryData(connectionKeys.list, [connection()])
    const deleted = event('queue', 'delete', { id: 'Q1' })
    applyTicketQueueEvent(cache, deleted)
    applyConnectionEvent(cache, deleted)
    for (const key of [ticketQueueKeys.list, connectionKeys.list])
      expect(cache.getQueryState(key)?.isInvalidated).toBe(true)
  })

  test('other events refetch neither queues nor connections', () => {
    cache.setQueryData(ticketQueueKeys.list, [])
    cache.setQueryData(connectionKeys.list, [connection()])
    const deleted = event('tag', 'delete', { id: 'T1' })
    applyTicketQueueEvent(cache, deleted)
    applyConnectionEvent(cache, deleted)
    for (const key of [ticketQueueKeys.list, connectionKeys.list])
      expect(cache.getQueryState(key)?.isInvalidated).toBe(false)
  })
})

describe('events of campaigns', () => {
  test('an event puts new counters into the report and the list', () => {
    cache.setQueryData(campaignKeys.one('A1'), campaign())
    cache.setQueryData([...campaignKeys.lists, ''], pages(campaign()))
    const record = { id: 'A1', status: 'FINALIZADA', waitingFor: null, waitingUntil: null, completedAt: AT }
    const after = { ...counters, sent: 1, delivered: 1, failed: 1, open: 0 }
    applyCampaignEvent(cache, event('campaign', 'updateCounters', { record, counters: after }))
    const report = cache.getQueryData<CampaignReport>(campaignKeys.one('A1'))
    expect(report).toMatchObject({
      status: 'FINALIZADA',
      completedAt: AT,
      counters: after,
      errors: 1,
      message1: 'Olá',
    })
    expect(cache.getQueryData([...campaignKeys.lists, ''])).toMatchObject(
      pages({ id: 'A1', status: 'FINALIZADA' }),
    )
  })

  test('an overtaken event of a campaign changes nothing, and the campaign is refetched', () => {
    const ended = campaign({ status: 'FINALIZADA', counters: { ...counters, sent: 2, open: 0 } })
    cache.setQueryData(campaignKeys.one('A1'), ended)
    cache.setQueryData([...campaignKeys.lists, ''], pages(ended))
    for (const [status, sent] of [
      ['EM_ANDAMENTO', 2],
      ['FINALIZADA', 1],
    ] as const) {
      const record = { id: 'A1', status }
      applyCampaignEvent(
        cache,
        event('campaign', 'updateCounters', { record, counters: { ...counters, sent } }),
      )
      expect(cache.getQueryData(campaignKeys.one('A1'))).toEqual(ended)
      for (const key of [campaignKeys.one('A1'), [...campaignKeys.lists, '']])
        expect(cache.getQueryState(key)?.isInvalidated).toBe(true)
      cache.setQueryData(campaignKeys.one('A1'), ended)
    }
  })

  test.for([
    { known: { status: 'CANCELADA' }, told: { status: 'EM_ANDAMENTO' } },
    { known: { pausedAt: AT }, told: { status: 'EM_ANDAMENTO', pausedAt: null } },
  ] as const)('an event does not continue a paused or ended campaign: $known', ({ known, told }) => {
    const resting = campaign(known)
    cache.setQueryData(campaignKeys.one('A1'), resting)
    applyCampaignEvent(
      cache,
      event('campaign', 'updateCounters', { record: { id: 'A1', ...told }, counters }),
    )
    expect(cache.getQueryData(campaignKeys.one('A1'))).toEqual(resting)
    expect(cache.getQueryState(campaignKeys.one('A1'))?.isInvalidated).toBe(true)
  })

  test('a change of a campaign that was made before the cached one makes the server decide', () => {
    const list = [...campaignKeys.lists, '']
    const known = campaign({ name: 'Nome novo', updatedAt: '2026-01-02T12:00:01.000Z' })
    cache.setQueryData(list, pages(known))
    const record = campaign({ name: 'Nome velho', updatedAt: AT })
    applyCampaignEvent(cache, event('campaign', 'update', { record }))
    expect(cache.getQueryData(list)).toEqual(pages(known))
    expect(cache.getQueryState(list)?.isInvalidated).toBe(true)
  })

  test('an event older than the campaign in the list is ignored', () => {
    const ended = campaign({ status: 'FINALIZADA', counters: { ...counters, sent: 2, open: 0 } })
    cache.setQueryData([...campaignKeys.lists, ''], pages(ended))
    const record = { id: 'A1', status: 'EM_ANDAMENTO' }
    applyCampaignEvent(cache, event('campaign', 'updateCounters', { record, counters }))
    expect(cache.getQueryData([...campaignKeys.lists, ''])).toEqual(pages(ended))
  })

  test('an event keeps the attributes that it does not have', () => {
    cache.setQueryData(campaignKeys.one('A1'), campaign({ expectedEndAt: AT, pauseReason: 'person' }))
    const record = { id: 'A1', status: 'EM_ANDAMENTO', pausedAt: AT }
    applyCampaignEvent(cache, event('campaign', 'updateCounters', { record, counters }))
    expect(cache.getQueryData(campaignKeys.one('A1'))).toMatchObject({
      pausedAt: AT,
      expectedEndAt: AT,
      pauseReason: 'person',
    })
  })

  test('an event has the results of each message while a campaign runs', () => {
    cache.setQueryData(campaignKeys.one('A1'), campaign())
    const variants = [{ variant: 1, sent: 3, received: 2, read: 1, replied: 0 }]
    const record = { id: 'A1', status: 'EM_ANDAMENTO', variants }
    applyCampaignEvent(cache, event('campaign', 'updateCounters', { record, counters }))
    expect(cache.getQueryData<CampaignReport>(campaignKeys.one('A1'))?.variants).toEqual(variants)
  })

  test('an event changes a recipient in its place, and removes it from filters that no longer match', () => {
    const all = [...campaignKeys.shippings('A1'), { status: undefined, searchParam: '' }]
    const pending = [...campaignKeys.shippings('A1'), { status: 'PENDING', searchParam: '' }]
    for (const key of [all, pending]) cache.setQueryData(key, pages(aShipping(), aShipping({ id: 'S2' })))
    const sent = aShipping({ status: 'SENDED', sentAt: AT, level: 'server', variant: 1 })
    applyCampaignEvent(cache, event('campaign', 'updateShipping', { campaignShipping: sent }))
    expect(cache.getQueryData(all)).toEqual(pages(sent, aShipping({ id: 'S2' })))
    expect(cache.getQueryData(pending)).toEqual(pages(aShipping({ id: 'S2' })))
  })

  test('an event of a recipient that looks older than the list makes the server decide', () => {
    const list = [...campaignKeys.shippings('A1'), { status: undefined, searchParam: '' }]
    const read = aShipping({ status: 'SENDED', sentAt: AT, deliveredAt: AT, readAt: AT, level: 'read' })
    const isStale = () => cache.getQueryState(list)?.isInvalidated
    for (const late of [{ ...read, readAt: null, level: 'delivered' }, aShipping({ status: 'SENDING' })]) {
      cache.setQueryData(list, pages(read))
      applyCampaignEvent(cache, event('campaign', 'updateShipping', { campaignShipping: late }))
      expect(cache.getQueryData(list)).toEqual(pages(read))
      expect(isStale()).toBe(true)
    }
    cache.setQueryData(list, pages(read))
    const replied = { ...read, repliedAt: AT }
    applyCampaignEvent(cache, event('campaign', 'updateShipping', { campaignShipping: replied }))
    expect(cache.getQueryData(list)).toEqual(pages(replied))
    expect(isStale()).toBe(false)
  })
})

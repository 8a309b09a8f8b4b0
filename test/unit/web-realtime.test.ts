import type { CampaignReport } from '@recado/shared/campaigns/campaign'
import type { Shipping } from '@recado/shared/campaigns/shipping'
import type { Connection } from '@recado/shared/connections/connection'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import { campaignKeys } from '../../web/src/campaigns/keys.ts'
import { applyCampaignEvent } from '../../web/src/campaigns/realtime.ts'
import { connectionKeys } from '../../web/src/connections/keys.ts'
import { applyConnectionEvent } from '../../web/src/connections/realtime.ts'
import { eventOf, type LiveEvent } from '../../web/src/realtime/frame.ts'
import { ticketQueueKeys } from '../../web/src/ticket-queues/keys.ts'
import { applyTicketQueueEvent } from '../../web/src/ticket-queues/realtime.ts'

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

const counters = {
  validContacts: 2,
  delivered: 0,
  blockeds: 0,
  onlyConfirmed: 0,
  confirmedAndDelivered: 0,
  sent: 0,
  failed: 0,
  open: 2,
  received: 0,
  read: 0,
  replied: 0,
  awaiting: 0,
}

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
  waitingFor: null,
  waitingUntil: null,
  whatsapp: null,
  contactList: null,
  contactLists: [],
  shipping: [],
  ...overrides,
})

const shipping = (overrides: Partial<Shipping> = {}): Shipping => ({
  id: 'S1',
  campaignId: 'A1',
  contact: { name: 'Ana' },
  number: '5511987654321',
  status: 'PENDING',
  block: false,
  createdAt: AT,
  sentAt: null,
  deliveredAt: null,
  readAt: null,
  repliedAt: null,
  isGroup: false,
  confirmation: 'NONE',
  confirmationRequestedAt: null,
  messageId: null,
  level: 'none',
  variant: null,
  reason: null,
  failureCode: null,
  retryFor: null,
  retryAt: null,
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
  it("is read when it is the company's own", () => {
    const frame = { channel: 'company-C1-campaign', action: 'delete', id: 'A1' }
    expect(eventOf(JSON.stringify(frame), 'C1')).toEqual({ topic: 'campaign', action: 'delete', frame })
  })

  it('is read from the one channel that is for everybody', () => {
    const frame = { channel: 'company-announcement', action: 'delete', id: 'A1' }
    expect(eventOf(JSON.stringify(frame), 'C1')).toEqual({ topic: 'announcement', action: 'delete', frame })
  })

  it.each([
    ['about announcements of a company', '{"channel":"company-C2-announcement","action":"delete"}'],
    ["another company's", '{"channel":"company-C2-campaign","action":"delete"}'],
    ["a company's whose id begins alike", '{"channel":"company-C12-campaign","action":"delete"}'],
    ['no JSON', 'pong'],
    ['without an action', '{"channel":"company-C1-campaign"}'],
  ])('is left alone when it is %s', (_, text) => {
    expect(eventOf(text, 'C1')).toBeUndefined()
  })
})

describe('events of connections', () => {
  it('put a pushed QR code where it is shown', () => {
    cache.setQueryData(connectionKeys.list, [connection(), connection({ id: 'W2', name: 'Suporte' })])
    const read = connection({ qrcode: '', status: 'PAIRING' })
    applyConnectionEvent(cache, event('whatsappSession', 'update', { record: read }))
    expect(cache.getQueryData<Connection[]>(connectionKeys.list)?.map(({ qrcode }) => qrcode)).toEqual([
      '',
      '2@abc',
    ])
    expect(cache.getQueryData(connectionKeys.one('W1'))).toEqual(read)
  })

  it('add a connection that somebody else made, and take one away', () => {
    cache.setQueryData(connectionKeys.list, [connection()])
    applyConnectionEvent(cache, event('whatsapp', 'create', { record: connection({ id: 'W2' }) }))
    applyConnectionEvent(cache, event('whatsapp', 'delete', { id: 'W1' }))
    expect(cache.getQueryData<Connection[]>(connectionKeys.list)?.map(({ id }) => id)).toEqual(['W2'])
  })

  it('change nothing when a record is not whole', () => {
    cache.setQueryData(connectionKeys.list, [connection()])
    applyConnectionEvent(cache, event('whatsapp', 'update', { record: { id: 'W1', status: 'NEW' } }))
    expect(cache.getQueryData(connectionKeys.list)).toEqual([connection()])
  })
})

describe('events of queues', () => {
  it('have the queues, and the connections that show them, asked for anew', () => {
    cache.setQueryData(ticketQueueKeys.list, [])
    cache.setQueryData(connectionKeys.list, [connection()])
    applyTicketQueueEvent(cache, event('queue', 'delete', { id: 'Q1' }))
    for (const key of [ticketQueueKeys.list, connectionKeys.list])
      expect(cache.getQueryState(key)?.isInvalidated).toBe(true)
  })

  it('are no news of anything else', () => {
    cache.setQueryData(ticketQueueKeys.list, [])
    applyTicketQueueEvent(cache, event('tag', 'delete', { id: 'T1' }))
    expect(cache.getQueryState(ticketQueueKeys.list)?.isInvalidated).toBe(false)
  })
})

describe('events of campaigns', () => {
  it('put new counters into the report and the list', () => {
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

  it('that were overtaken by later ones put nothing back: what is true is asked for', () => {
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

  it.for([
    { known: { status: 'CANCELADA' }, told: { status: 'EM_ANDAMENTO' } },
    { known: { pausedAt: AT }, told: { status: 'EM_ANDAMENTO', pausedAt: null } },
  ] as const)('let no campaign go on that rests: $known', ({ known, told }) => {
    const resting = campaign(known)
    cache.setQueryData(campaignKeys.one('A1'), resting)
    applyCampaignEvent(
      cache,
      event('campaign', 'updateCounters', { record: { id: 'A1', ...told }, counters }),
    )
    expect(cache.getQueryData(campaignKeys.one('A1'))).toEqual(resting)
    expect(cache.getQueryState(campaignKeys.one('A1'))?.isInvalidated).toBe(true)
  })

  it('are known to be overtaken by what a list shows, too', () => {
    const ended = campaign({ status: 'FINALIZADA', counters: { ...counters, sent: 2, open: 0 } })
    cache.setQueryData([...campaignKeys.lists, ''], pages(ended))
    const record = { id: 'A1', status: 'EM_ANDAMENTO' }
    applyCampaignEvent(cache, event('campaign', 'updateCounters', { record, counters }))
    expect(cache.getQueryData([...campaignKeys.lists, ''])).toEqual(pages(ended))
  })

  it('leave what they do not tell as it is', () => {
    cache.setQueryData(campaignKeys.one('A1'), campaign({ expectedEndAt: AT, pauseReason: 'person' }))
    const record = { id: 'A1', status: 'EM_ANDAMENTO', pausedAt: AT }
    applyCampaignEvent(cache, event('campaign', 'updateCounters', { record, counters }))
    expect(cache.getQueryData(campaignKeys.one('A1'))).toMatchObject({
      pausedAt: AT,
      expectedEndAt: AT,
      pauseReason: 'person',
    })
  })

  it('tell the results of each message while a campaign runs', () => {
    cache.setQueryData(campaignKeys.one('A1'), campaign())
    const variants = [{ variant: 1, sent: 3, received: 2, read: 1, replied: 0 }]
    const record = { id: 'A1', status: 'EM_ANDAMENTO', variants }
    applyCampaignEvent(cache, event('campaign', 'updateCounters', { record, counters }))
    expect(cache.getQueryData<CampaignReport>(campaignKeys.one('A1'))?.variants).toEqual(variants)
  })

  it('change a recipient in its place, and let it leave a filter that it no longer matches', () => {
    const all = [...campaignKeys.shippings('A1'), { status: undefined, searchParam: '' }]
    const pending = [...campaignKeys.shippings('A1'), { status: 'PENDING', searchParam: '' }]
    for (const key of [all, pending]) cache.setQueryData(key, pages(shipping(), shipping({ id: 'S2' })))
    const sent = shipping({ status: 'SENDED', sentAt: AT, level: 'server', variant: 1 })
    applyCampaignEvent(cache, event('campaign', 'updateShipping', { campaignShipping: sent }))
    expect(cache.getQueryData(all)).toEqual(pages(sent, shipping({ id: 'S2' })))
    expect(cache.getQueryData(pending)).toEqual(pages(shipping({ id: 'S2' })))
  })
})

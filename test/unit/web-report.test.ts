import { isIntoGroups } from '@recado/shared/campaigns/contract/campaign'
import { progressOf } from '@recado/shared/campaigns/contract/progress'
import type { Shipping, ShippingView } from '@recado/shared/campaigns/contract/shipping'
import { failureReason, shippingView } from '@recado/shared/campaigns/contract/shipping'
import i18next from 'i18next'
import { describe, expect, test } from 'vitest'
import { effectiveSchedule } from '../../web/src/campaigns/effective-schedule.ts'
import { isInView } from '../../web/src/campaigns/in-view.ts'
import { partsOf, totalOf } from '../../web/src/campaigns/parts.ts'
import { messagesOf } from '../../web/src/campaigns/report/messages.ts'
import { isAnyResendable, NONE_TO_RESEND, withFailures } from '../../web/src/campaigns/report/resendable.ts'
import { emptyTextOf, pointsIn, pointsOf, spansOf } from '../../web/src/campaigns/report/timeline.ts'
import en from '../../web/src/i18n/en.json' with { type: 'json' }
import es from '../../web/src/i18n/es.json' with { type: 'json' }
import pt from '../../web/src/i18n/pt.json' with { type: 'json' }
import { shownPercent } from '../../web/src/ui/shown-percent.ts'
import { aShipping } from '../support/builders.ts'
import { campaignCounters } from '../support/campaign-counters.ts'

const AT = '2026-01-02T12:00:00.000Z'
const NO_COUNTERS = campaignCounters()

const failed = (reason: Shipping['reason']) => aShipping({ status: 'FAILED', reason })
const viewsOf = (row: Shipping): ShippingView[] => shippingView.options.filter((view) => isInView(row, view))

describe('the views of a recipient', () => {
  test.each<[string, Partial<Shipping>, ShippingView[]]>([
    ['before its turn', {}, ['OPEN', 'PENDING']],
    ['asked and silent', { confirmation: 'ASKED' }, ['OPEN', 'AWAITING']],
    ['with a yes, waiting for the message', { confirmation: 'YES' }, ['OPEN', 'PENDING']],
    ['with a message being sent', { status: 'SENDING' }, ['OPEN', 'SENDING']],
    ['with a message accepted by WhatsApp', { status: 'SENDED', level: 'server' }, ['SENDED']],
    [
      'with a delivered message',
      { status: 'SENDED', level: 'delivered', deliveredAt: AT },
      ['SENDED', 'DELIVERED'],
    ],
    [
      'with a read and answered message',
      { status: 'SENDED', level: 'replied', deliveredAt: AT, readAt: AT, repliedAt: AT },
      ['SENDED', 'DELIVERED', 'READ', 'REPLIED'],
    ],
    ['refused by WhatsApp', { status: 'FAILED', reason: 'REFUSED' }, ['FAILED', 'FAULTS']],
    [
      'on the block list',
      { status: 'FAILED', block: true, reason: 'SKIPPED_BLOCKED' },
      ['FAILED', 'BLOCKED'],
    ],
  ])('a recipient %s is in the right views', (_, overrides, views) => {
    expect(viewsOf(aShipping(overrides))).toEqual(views)
  })
})

describe('resends', () => {
  test('failed recipients may get the message again, except skipped, blocked and possibly reached ones', () => {
    const found = withFailures(NONE_TO_RESEND, [
      failed('REFUSED'),
      failed('NOT_ON_WHATSAPP'),
      failed('SKIPPED_INVALID'),
      { ...failed('SKIPPED_BLOCKED'), block: true },
      failed('UNKNOWN_OUTCOME'),
      failed('PARTLY_SENT'),
    ])
    expect(found).toEqual({ failed: 2, unknown: 2, isAll: true })
    expect(withFailures(found, [failed('EMPTY_MESSAGE')])).toMatchObject({ failed: 3, unknown: 2 })
  })

  test('skipped recipients never get the message again', () => {
    const skips = failureReason.options.filter((reason) => reason.startsWith('SKIPPED_'))
    expect(isAnyResendable(withFailures(NONE_TO_RESEND, skips.map(failed)))).toBe(false)
    expect(isAnyResendable({ ...NONE_TO_RESEND, isAll: false })).toBe(true)
  })
})

describe('the messages of a campaign', () => {
  test('messages keep their numbers if one between them is empty', () => {
    const texts = { message1: 'Olá', message2: null, message3: 'Oi', message4: null, message5: null }
    expect(messagesOf(texts)).toEqual([
      { variant: 1, text: 'Olá' },
      { variant: 3, text: 'Oi' },
    ])
  })
})

describe('the bar of a campaign', () => {
  test('each recipient is in one part, and the parts add up to all recipients', () => {
    const counters = { ...NO_COUNTERS, sent: 60, received: 50, read: 30, failed: 9, blockeds: 4, open: 31 }
    const parts = partsOf(counters)
    expect(parts).toEqual({ read: 30, received: 20, sent: 10, failed: 5, blockeds: 4, open: 31 })
    expect(Object.values(parts).reduce((sum, part) => sum + part)).toBe(totalOf(counters))
  })
})

describe('the recipients of a campaign', () => {
  test('are groups only if the message goes into the groups', () => {
    expect(isIntoGroups({ type: 'GROUP', groupMode: 'group' })).toBe(true)
    expect(isIntoGroups({ type: 'GROUP', groupMode: 'participants' })).toBe(false)
    expect(isIntoGroups({ type: 'PRIVATE', groupMode: 'group' })).toBe(false)
  })

  test.each([
    ['pt', pt, 'destinatário'],
    ['en', en, 'recipient'],
    ['es', es, 'destinatario'],
  ])('their sum in %s has a singular and a plural', async (lng, texts, recipient) => {
    const language = i18next.createInstance()
    const resources = { [lng]: { translation: texts } }
    await language.init({ lng, resources, keySeparator: false, nsSeparator: false })
    const sumOf = (count: number) =>
      language.t('campaigns.counters.sum', {
        sent: 0,
        failed: 0,
        blocked: 0,
        open: count,
        count,
        total: count,
      })
    expect(sumOf(1)).toMatch(new RegExp(` = 1 ${recipient}$`))
    expect(sumOf(2)).toMatch(new RegExp(` = 2 ${recipient}s$`))
  })
})

describe('the percentages of a report', () => {
  test.each([
    [2, 3, 67],
    [1, 3, 33],
    [36, 1000, 3.6],
    [0, 7, 0],
    [0, 0, 0],
    [7, 7, 100],
  ])('%i of %i is shown as %d percent', (part, whole, percent) => {
    expect(shownPercent(part, whole)).toBe(percent)
  })

  test('a percentage is 100 only for all, and 0 only for none', () => {
    expect(shownPercent(9_999, 10_000)).toBe(99)
    expect(shownPercent(1, 100_000)).toBe(0.1)
  })

  test('the progress and a step of the funnel with the same counts show the same percentage', () => {
    for (let sent = 0; sent <= 700; sent++) {
      const counters = { delivered: sent, blockeds: 0, validContacts: 700 }
      const progress = shownPercent(progressOf({ type: 'PRIVATE', counters }), 100)
      expect(progress).toBe(shownPercent(sent, 700))
      expect(shownPercent(progress, 100)).toBe(progress)
    }
  })
})

describe('a campaign over time', () => {
  const START = Date.parse(AT)
  const after = (minutes: number) => new Date(START + minutes * 60_000).toISOString()
  const point = (minutes: number, sent: number, read = 0) => ({
    at: after(minutes),
    sent,
    received: 0,
    read,
    replied: 0,
  })
  const campaign = {
    status: 'EM_ANDAMENTO' as const,
    startedAt: AT,
    completedAt: null,
    counters: { ...NO_COUNTERS, sent: 7 },
    timeline: [point(0, 0), point(1, 5), point(2, 4)],
  }
  const sentOf = (points: ReturnType<typeof pointsOf>) =>
    points.map(({ at, values }) => [(at - START) / 60_000, values.sent])

  test('ends with the present counts and never falls', () => {
    expect(sentOf(pointsOf(campaign, START + 180_000))).toEqual([
      [0, 0],
      [1, 5],
      [2, 5],
      [3, 7],
    ])
  })

  test('is not shown if it was not recorded', () => {
    expect(pointsOf({ ...campaign, timeline: [] }, START)).toEqual([])
  })

  test('shows the sending first, if receipts came long after it', () => {
    const ended = {
      ...campaign,
      status: 'FINALIZADA' as const,
      completedAt: after(4),
      timeline: [point(0, 0), point(4, 7), point(5, 7, 1), point(600, 7, 5)],
      counters: { ...NO_COUNTERS, sent: 7, read: 5 },
    }
    const points = pointsOf(ended, START + 86_400_000)
    expect(points).toHaveLength(4)
    expect(spansOf(ended, points)).toEqual(['sending', 'all'])
    expect(sentOf(pointsIn(ended, points, 'sending'))).toEqual([
      [0, 0],
      [4, 7],
      [5, 7],
    ])
    expect(pointsIn(ended, points, 'all')).toEqual(points)
    expect(spansOf({ ...ended, completedAt: after(600) }, points)).toEqual(['all'])
  })

  test('the text without a sent message says whether requests for a confirmation went out', () => {
    expect(emptyTextOf(NO_COUNTERS)).toBe('campaigns.timeline.nothing')
    for (const counter of ['awaiting', 'onlyConfirmed'])
      expect(emptyTextOf({ ...NO_COUNTERS, [counter]: 5 })).toBe('campaigns.timeline.onlyRequests')
  })
})

test('a schedule is shown until the campaign starts and after it led to the start, and not after an earlier start', () => {
  const [before, scheduledAt, after] = [
    '2026-11-29T10:00:00.000Z',
    '2026-11-30T10:00:00.000Z',
    '2026-11-30T10:00:01.000Z',
  ]
  expect(effectiveSchedule({ scheduledAt, startedAt: null })).toBe(scheduledAt)
  expect(effectiveSchedule({ scheduledAt, startedAt: scheduledAt })).toBe(scheduledAt)
  expect(effectiveSchedule({ scheduledAt, startedAt: after })).toBe(scheduledAt)
  expect(effectiveSchedule({ scheduledAt, startedAt: before })).toBeNull()
  expect(effectiveSchedule({ scheduledAt: null, startedAt: before })).toBeNull()
})

import type { Shipping, ShippingView } from '@recado/shared/campaigns/shipping'
import { failureReason, shippingView } from '@recado/shared/campaigns/shipping'
import { describe, expect, it } from 'vitest'
import { isInView } from '../../web/src/campaigns/report/in-view.ts'
import { messagesOf } from '../../web/src/campaigns/report/messages.ts'
import { isAnyResendable, NONE_TO_RESEND, withFailures } from '../../web/src/campaigns/report/resendable.ts'

const AT = '2026-01-02T12:00:00.000Z'

const aShipping = (overrides: Partial<Shipping> = {}): Shipping => ({
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
const failed = (reason: Shipping['reason']) => aShipping({ status: 'FAILED', reason })
const viewsOf = (row: Shipping): ShippingView[] => shippingView.options.filter((view) => isInView(row, view))

describe('a recipient is shown', () => {
  it.each<[string, Partial<Shipping>, ShippingView[]]>([
    ['who has not had their turn', {}, ['PENDING']],
    ['who was asked and is silent', { confirmation: 'ASKED' }, ['AWAITING']],
    ['who said yes and waits for the message', { confirmation: 'YES' }, ['PENDING']],
    ['whose message is on its way', { status: 'SENDING' }, ['SENDING']],
    ['whose message WhatsApp took', { status: 'SENDED', level: 'server' }, ['SENDED']],
    [
      'whose phone has it',
      { status: 'SENDED', level: 'delivered', deliveredAt: AT },
      ['SENDED', 'DELIVERED'],
    ],
    [
      'who read it and answered',
      { status: 'SENDED', level: 'replied', deliveredAt: AT, readAt: AT, repliedAt: AT },
      ['SENDED', 'DELIVERED', 'READ', 'REPLIED'],
    ],
    ['whom WhatsApp refused', { status: 'FAILED', reason: 'REFUSED' }, ['FAILED']],
    ['who is blocked', { status: 'FAILED', block: true, reason: 'SKIPPED_BLOCKED' }, ['FAILED', 'BLOCKED']],
  ])('%s: in the views that fit', (_, overrides, views) => {
    expect(viewsOf(aShipping(overrides))).toEqual(views)
  })
})

describe('what may be sent again', () => {
  it('is what failed, but for skips, blocks, and what may have arrived', () => {
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

  it('never holds somebody who was left out on purpose', () => {
    const skips = failureReason.options.filter((reason) => reason.startsWith('SKIPPED_'))
    expect(isAnyResendable(withFailures(NONE_TO_RESEND, skips.map(failed)))).toBe(false)
    expect(isAnyResendable({ ...NONE_TO_RESEND, isAll: false })).toBe(true)
  })
})

describe('the messages of a campaign', () => {
  it('keep their numbers where one between them is empty', () => {
    const texts = { message1: 'Olá', message2: null, message3: 'Oi', message4: null, message5: null }
    expect(messagesOf(texts)).toEqual([
      { variant: 1, text: 'Olá' },
      { variant: 3, text: 'Oi' },
    ])
  })
})

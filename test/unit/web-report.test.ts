import type { Shipping, ShippingView } from '@recado/shared/campaigns/contract/shipping'
import { failureReason, shippingView } from '@recado/shared/campaigns/contract/shipping'
import { describe, expect, test } from 'vitest'
import { isInView } from '../../web/src/campaigns/in-view.ts'
import { messagesOf } from '../../web/src/campaigns/report/messages.ts'
import { isAnyResendable, NONE_TO_RESEND, withFailures } from '../../web/src/campaigns/report/resendable.ts'
import { aShipping } from '../support/builders.ts'

const AT = '2026-01-02T12:00:00.000Z'

const failed = (reason: Shipping['reason']) => aShipping({ status: 'FAILED', reason })
const viewsOf = (row: Shipping): ShippingView[] => shippingView.options.filter((view) => isInView(row, view))

describe('the views of a recipient', () => {
  test.each<[string, Partial<Shipping>, ShippingView[]]>([
    ['before its turn', {}, ['PENDING']],
    ['asked and silent', { confirmation: 'ASKED' }, ['AWAITING']],
    ['with a yes, waiting for the message', { confirmation: 'YES' }, ['PENDING']],
    ['with a message being sent', { status: 'SENDING' }, ['SENDING']],
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
    ['refused by WhatsApp', { status: 'FAILED', reason: 'REFUSED' }, ['FAILED']],
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

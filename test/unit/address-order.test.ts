import { AddressOrder } from '@recado/fargate-session/outbound/address-order'
import { expect, test } from 'vitest'

const LID = { jid: '271512345678901@lid', other: 'number' } as const
const NUMBER = { jid: '5511987654321@s.whatsapp.net', other: 'lid' } as const

/** The kind of address that is tried first after these answers. */
function firstAfter(answers: readonly [object, string | undefined][]) {
  const order = new AddressOrder()
  for (const [at, [route, refusal]] of answers.entries()) {
    order.wrote(String(at), { jid: '', ...route })
    order.answered(String(at), refusal)
  }
  return order.first
}

test.each<[string, 'lid' | 'number', readonly [object, string | undefined][]]>([
  ['no answer', 'lid', []],
  ['one refused LID', 'lid', [[LID, '400']]],
  [
    'two refused LIDs',
    'number',
    [
      [LID, '400'],
      [LID, '400'],
    ],
  ],
  [
    'an accepted LID between two refused ones',
    'lid',
    [
      [LID, '400'],
      [LID, undefined],
      [LID, '400'],
    ],
  ],
  [
    'two LIDs refused for another reason',
    'lid',
    [
      [LID, '479'],
      [LID, '479'],
    ],
  ],
  [
    'two refused LIDs of people without a number',
    'lid',
    [
      [{ jid: LID.jid }, '400'],
      [{ jid: LID.jid }, '400'],
    ],
  ],
  [
    'two refused numbers while LIDs come first',
    'lid',
    [
      [NUMBER, '463'],
      [NUMBER, '463'],
    ],
  ],
  [
    'two refused LIDs and two refused numbers',
    'lid',
    [
      [LID, '400'],
      [LID, '400'],
      [NUMBER, '463'],
      [NUMBER, '463'],
    ],
  ],
])('after %s the account writes first to the %s', (_, first, answers) => {
  expect(firstAfter(answers)).toBe(first)
})

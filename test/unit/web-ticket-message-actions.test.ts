import { expect, test } from 'vitest'
import { findEmojis } from '../../web/src/tickets/emoji/emojis.ts'
import { actionsOn, canForward, textIn } from '../../web/src/tickets/messages/actions/available.ts'
import {
  groupReactions,
  toggledEmoji,
  withOurReaction,
} from '../../web/src/tickets/messages/actions/reactions.ts'
import { aShownMessage, at } from '../support/web-tickets.ts'

const minute = (number: number) => Date.parse(at(number))
const ours = (overrides = {}) => aShownMessage({ fromMe: true, status: 'SENT', ...overrides })
const picture = (state: 'READY' | 'GONE') => ({
  type: 'image' as const,
  caption: 'O bolo',
  media: { state, mimetype: 'image/png', bytes: 1, key: null },
})

test('reactions are grouped by emoji with their counts, the most frequent first', () => {
  const reactions = [
    { by: '551', emoji: '👍' },
    { by: '552', emoji: '❤️' },
    { by: 'me', emoji: '❤️' },
  ]
  expect(groupReactions(reactions)).toEqual([
    { emoji: '❤️', count: 2, isOurs: true },
    { emoji: '👍', count: 1, isOurs: false },
  ])
})

test('the company has one reaction: another replaces it, and the same takes it back', () => {
  const theirs = { by: '551', emoji: '👍' }
  const reactions = [theirs, { by: 'me', emoji: '👍' }]
  expect(toggledEmoji(reactions, '👍')).toBe('')
  expect(toggledEmoji(reactions, '🙏')).toBe('🙏')
  expect(withOurReaction(reactions, '🙏')).toEqual([theirs, { by: 'me', emoji: '🙏' }])
  expect(withOurReaction(reactions, '')).toEqual([theirs])
})

test('a message is edited for 15 minutes, and deleted for everyone for 48 hours', () => {
  const offered = (number: number) => actionsOn(ours(), true, minute(number))
  expect(offered(14).has('edit')).toBe(true)
  expect(offered(15).has('edit')).toBe(false)
  expect(offered(48 * 60 - 1).has('delete')).toBe(true)
  expect(offered(48 * 60).has('delete')).toBe(false)
})

test('a customer’s message is neither edited nor deleted', () => {
  expect([...actionsOn(aShownMessage(), true, minute(1))]).toEqual(['reply', 'react', 'forward', 'copy'])
})

test('a user who may not write can only copy and forward', () => {
  expect([...actionsOn(ours(), false, minute(1))]).toEqual(['forward', 'copy'])
})

test('a failed message, a deleted message and a note are not answered', () => {
  const offered = (overrides: object) => actionsOn(ours(overrides), true, minute(1))
  expect(offered({ status: 'FAILED' }).has('reply')).toBe(false)
  expect([...offered({ deletedAt: at(1) })]).toEqual([])
  const note = { type: 'note', text: 'Só nós', mentions: [] }
  expect([...offered({ internal: true, content: note, status: null })]).toEqual(['copy'])
})

test('a file is forwarded only while it is there', () => {
  expect(canForward(aShownMessage({ content: picture('READY') }))).toBe(true)
  expect(canForward(aShownMessage({ content: picture('GONE') }))).toBe(false)
})

test('the caption of a file is its text', () => {
  expect(textIn(aShownMessage({ content: picture('READY') }))).toBe('O bolo')
})

test('emojis are found in three languages, without accents', () => {
  for (const query of ['coracao vermelho', 'Red heart', 'corazón rojo'])
    expect(
      findEmojis(query).map(({ emoji }) => emoji),
      query,
    ).toContain('❤️')
  expect(findEmojis('xyz')).toEqual([])
  expect(new Set(findEmojis('').map(({ emoji }) => emoji)).size).toBe(findEmojis('').length)
})

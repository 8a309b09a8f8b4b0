import type { LiveEvent } from '@recado/shared/realtime/events'
import { framesOf } from '@recado/shared/realtime/frames'
import { expect, test } from 'vitest'

const anEvent = (more: Partial<LiveEvent>): LiveEvent => ({
  companyId: 'C1',
  topic: 'tag',
  action: 'delete',
  body: { id: 'I1' },
  ...more,
})
const channelsOf = (event: LiveEvent) => framesOf(event, false).map(({ channel }) => channel)

test('an event of a list’s contacts is on two channels: the list’s, and the one of all lists', () => {
  const event = anEvent({ topic: 'ContactListItem-L1', more: [{ id: 'I2' }] })
  expect(framesOf(event, false)).toEqual([
    { channel: 'company-C1-ContactListItem-L1', action: 'delete', id: 'I1' },
    { channel: 'company-C1-ContactListItem', action: 'delete', id: 'I1' },
    { channel: 'company-C1-ContactListItem-L1', action: 'delete', id: 'I2' },
    { channel: 'company-C1-ContactListItem', action: 'delete', id: 'I2' },
  ])
})

test('every other event is on one channel', () => {
  for (const topic of ['tag', 'contact-list', 'whatsappSession', 'contact'])
    expect(channelsOf(anEvent({ topic }))).toEqual([`company-C1-${topic}`])
})

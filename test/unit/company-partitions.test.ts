import { messagesOfChat, placesOfChat } from '@recado/shared/chats/message-store'
import {
  conversationsOf,
  LED_BY,
  messagesOf,
  PARTITIONS,
  partitionsOfCampaign,
  partitionsOfConnection,
  partitionsOfList,
} from '@recado/shared/companies/deletion/partitions'
import { expect, test } from 'vitest'
import { OF_THE_PLATFORM, storedPartitions } from '../support/stored-partitions.ts'

test('the deletion of a company names every partition that the source writes', () => {
  const known = new Set(
    [
      ...Object.values(PARTITIONS).flat(),
      ...LED_BY,
      ...OF_THE_PLATFORM,
      ...partitionsOfConnection('id'),
      conversationsOf('id'),
      messagesOf('id', 'chat'),
      messagesOfChat('id'),
      placesOfChat('id'),
      ...partitionsOfList('id'),
      ...partitionsOfCampaign('id', 1),
    ].map((pk) => pk.split('#')[0]),
  )
  const stored = storedPartitions()
  expect([...stored.keys()].length).toBeGreaterThan(50)
  const forgotten = [...stored]
    .filter(([name]) => !known.has(name))
    .map(([name, path]) => `${name} of ${path}`)
  expect(forgotten).toEqual([])
  // And the other way round: every name there exists.
  const literal = [...known].filter((name) => name && !stored.has(name) && !OF_THE_PLATFORM.includes(name))
  expect(literal).toEqual([])
})

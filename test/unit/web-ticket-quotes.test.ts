import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { putMessage } from '../../web/src/tickets/conversation-cache.ts'
import { ticketKeys } from '../../web/src/tickets/keys.ts'
import { useLoadedMessage } from '../../web/src/tickets/messages/use-loaded-message.ts'
import { mounted } from '../support/mounted.ts'
import { aShownMessage, conversationPages } from '../support/web-tickets.ts'

test('the message that a draft quotes is shown when its conversation is loaded later, and as it is changed', async () => {
  const client = new QueryClient()
  const asked = aShownMessage({ id: 'M1' })
  const { answer, after, unmount } = await mounted(() => useLoadedMessage('T1', 'M1'), {}, client)
  expect(answer()).toEqual({ message: undefined, isLoaded: false })
  await after(() => client.setQueryData(ticketKeys.messages('T1'), conversationPages([asked])))
  expect(answer()).toEqual({ message: asked, isLoaded: true })
  const edited = { ...asked, editedAt: '2026-11-30T12:00:00.000Z' }
  await after(() => putMessage(client, 'T1', edited))
  expect(answer()?.message).toEqual(edited)
  await unmount()
})

test('a message that is not among the loaded ones is not found', async () => {
  const client = new QueryClient()
  client.setQueryData(ticketKeys.messages('T1'), conversationPages([aShownMessage({ id: 'M1' })]))
  const { answer, unmount } = await mounted(() => useLoadedMessage('T1', 'M2'), {}, client)
  expect(answer()).toEqual({ message: undefined, isLoaded: true })
  await unmount()
})

import { notifications, notificationsStore } from '@mantine/notifications'
import { ApiError } from '@recado/shared/http/api-error'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../web/src/api/query-client.ts'
import { useChangeGroup, useTagTicket } from '../../web/src/tickets/mutations.ts'
import { mounted, showKeys } from '../support/mounted.ts'
import { aShownTicket } from '../support/web-tickets.ts'

const { call, ana } = vi.hoisted(() => ({ call: vi.fn(), ana: { id: 'ana' } }))
vi.mock('../../web/src/api/call.ts', () => ({ call }))
vi.mock('../../web/src/api/session.ts', () => ({
  session: { user: () => ana, onChange: () => () => undefined },
}))

const sent = () => call.mock.calls.map(([, request]) => request)

beforeAll(showKeys)
beforeEach(() => {
  call.mockReset()
  notifications.clean()
})

test('tags that are chosen quickly are saved one after the other, so that the last choice stays', async () => {
  const first = Promise.withResolvers<object>()
  call.mockReturnValueOnce(first.promise).mockResolvedValueOnce(aShownTicket({ tagIds: ['a', 'b'] }))
  const { answer, after, unmount } = await mounted(() => useTagTicket('T1'), {}, queryClient)
  const choose = (tagIds: string[]) => answer()?.mutate({ ticketId: 'T1', change: { tagIds } })
  await after(() => choose(['a']))
  await after(() => choose(['a', 'b']))
  expect(sent()).toEqual([{ ticketId: 'T1', tagIds: ['a'] }])
  await after(() => first.resolve(aShownTicket({ tagIds: ['a'] })))
  expect(sent().at(-1)).toEqual({ ticketId: 'T1', tagIds: ['a', 'b'] })
  await unmount()
})

test('a refused choice is told although another choice followed', async () => {
  const refused = Promise.withResolvers<object>()
  call.mockReturnValueOnce(refused.promise).mockResolvedValueOnce(aShownTicket())
  const { answer, after, unmount } = await mounted(() => useChangeGroup('T1'), {}, queryClient)
  await after(() => answer()?.mutate({ queueIds: ['Q1'] }))
  await after(() => answer()?.mutate({ queueIds: ['Q1', 'Q2'] }))
  expect(sent()).toEqual([{ ticketId: 'T1', queueIds: ['Q1'] }])
  await after(() => refused.reject(new ApiError(404, 'ERR_NO_QUEUE_FOUND', 'No such queue')))
  expect(sent().at(-1)).toEqual({ ticketId: 'T1', queueIds: ['Q1', 'Q2'] })
  expect(notificationsStore.getState().notifications.map(({ id }) => id)).toEqual(['ERR_NO_QUEUE_FOUND'])
  await unmount()
})

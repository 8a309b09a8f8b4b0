import { ApiError } from '@recado/shared/http/api-error'
import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import type { Draft, TicketWithDraft } from '@recado/shared/tickets/contract/ticket'
import { MutationObserver, QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Conversation, messagesIn, putMessage } from '../../web/src/tickets/conversation-cache.ts'
import { ticketKeys } from '../../web/src/tickets/keys.ts'
import { reactMutation } from '../../web/src/tickets/messages/actions/mutations.ts'
import { changeTicketMutation, moveCardMutation, saveDraftMutation } from '../../web/src/tickets/mutations.ts'
import { ticketPageOf, ticketQuery } from '../../web/src/tickets/queries.ts'
import { applyTicketEvent } from '../../web/src/tickets/realtime.ts'
import { aShownMessage, aShownTicket, conversationPages, MINE } from '../support/web-tickets.ts'

/** The calls without an answer so far, in their order. */
let calls: PromiseWithResolvers<unknown>[]
vi.mock('../../web/src/api/call.ts', () => ({
  call: () => {
    const answer = Promise.withResolvers<unknown>()
    calls.push(answer)
    return answer.promise
  },
}))
// No user signs in here.
vi.mock('../../web/src/api/session.ts', () => ({ session: { user: () => ({ id: 'ana' }) } }))

let client: QueryClient
beforeEach(() => {
  calls = []
  client = new QueryClient()
})
const nextCall = (count: number) =>
  vi.waitFor(() => {
    const last = calls[count - 1]
    if (!last) throw new Error('No call yet')
    return last
  })

describe('a draft', () => {
  const written = (text: string): Draft => ({ text, quoted: null })
  const answer = (draft: Draft | null): TicketWithDraft => ({ ...aShownTicket(), draft })
  const fetchTicket = () => client.fetchQuery({ ...ticketQuery('u1'), staleTime: 0 })
  const save = (draft: Draft, uuid = 'u1') =>
    new MutationObserver(client, saveDraftMutation(client, { id: 'T1', uuid })).mutate(draft)

  test('that is saved while the ticket is fetched stays over the answer', async () => {
    const fetched = fetchTicket()
    const get = await nextCall(1)
    const saved = save(written('Já vejo'))
    const put = await nextCall(2)
    put.resolve(undefined)
    await saved
    get.resolve(answer(null))
    expect((await fetched).draft).toEqual(written('Já vejo'))
    expect(client.getQueryData(ticketKeys.one('u1'))).toMatchObject({ draft: { text: 'Já vejo' } })
  })

  test('that was being saved when the fetch began stays, and an empty one stays away', async () => {
    const saved = save(written(''))
    const put = await nextCall(1)
    const fetched = fetchTicket()
    const get = await nextCall(2)
    put.resolve(undefined)
    await saved
    get.resolve(answer(written('Antes')))
    expect((await fetched).draft).toBeNull()
  })

  test('of another browser comes with the answer, also over one that was saved before', async () => {
    const saved = save(written('Antes'))
    const put = await nextCall(1)
    put.resolve(undefined)
    await saved
    const elsewhere = save(written('De outro atendimento'), 'u2')
    const putElsewhere = await nextCall(2)
    const fetched = fetchTicket()
    const get = await nextCall(3)
    get.resolve(answer(written('Do celular')))
    expect((await fetched).draft).toEqual(written('Do celular'))
    putElsewhere.resolve(undefined)
    await elsewhere
  })

  test('that is saved while a list is fetched stays over the answer, and an empty one stays away', async () => {
    const listed = (uuid: string, draftText: string | null) => ({
      ...aShownTicket({ id: uuid, uuid }),
      draftText,
    })
    const fetched = ticketPageOf(client, MINE, '', new AbortController().signal)
    const get = await nextCall(1)
    const saves = [save(written('Já vejo'), 'u1'), save(written(''), 'u2')]
    for (const count of [2, 3]) (await nextCall(count)).resolve(undefined)
    await Promise.all(saves)
    get.resolve({
      records: [listed('u1', null), listed('u2', 'Antes'), listed('u3', 'Do celular')],
      hasMore: false,
      nextCursor: null,
    })
    expect((await fetched).records.map(({ draftText }) => draftText)).toEqual(['Já vejo', null, 'Do celular'])
  })
})

describe('a refused reaction', () => {
  const theirs = { by: '551', emoji: '👍' }
  const ours = (emoji: string) => ({ by: 'me', emoji })
  const reactions = () =>
    messagesIn(client.getQueryData<Conversation>(ticketKeys.messages('T1'))).map((one) => one.reactions)
  const react = (message: ShownMessage, emoji: string) =>
    new MutationObserver(client, reactMutation(client, 'T1')).mutate({ message, emoji })

  test('goes, and a reaction of the customer that came meanwhile stays', async () => {
    const message = aShownMessage({ reactions: [ours('🙏')] })
    client.setQueryData(ticketKeys.messages('T1'), conversationPages([message]))
    const refused = react(message, '❤️')
    const put = await nextCall(1)
    expect(reactions()).toEqual([[ours('❤️')]])
    putMessage(client, 'T1', { ...message, reactions: [theirs, ours('❤️')], contentRevision: 1 })
    put.reject(new Error('refused'))
    await expect(refused).rejects.toThrow('refused')
    expect(reactions()).toEqual([[theirs, ours('🙏')]])
  })

  test('leaves a later one of the company', async () => {
    const message = aShownMessage()
    client.setQueryData(ticketKeys.messages('T1'), conversationPages([message]))
    const refused = react(message, '❤️')
    const put = await nextCall(1)
    putMessage(client, 'T1', { ...message, reactions: [ours('🎉')], contentRevision: 1 })
    put.reject(new Error('refused'))
    await expect(refused).rejects.toThrow('refused')
    expect(reactions()).toEqual([[ours('🎉')]])
  })

  test('is shown on the message as it is now', async () => {
    const clicked = aShownMessage()
    const now = { ...clicked, reactions: [theirs], contentRevision: 1 }
    client.setQueryData(ticketKeys.messages('T1'), conversationPages([now]))
    const reacted = react(clicked, '❤️')
    const put = await nextCall(1)
    expect(reactions()).toEqual([[theirs, ours('❤️')]])
    put.resolve(undefined)
    await reacted
  })
})

test('a reaction without an answer is asked for again, because the server may have it', async () => {
  const message = aShownMessage()
  client.setQueryData(ticketKeys.messages('T1'), conversationPages([message]))
  const isToFetch = () => client.getQueryState(ticketKeys.messages('T1'))?.isInvalidated
  const react = new MutationObserver(client, reactMutation(client, 'T1'))
  for (const [error, isAsked] of [
    [new ApiError(409, 'ERR_MESSAGE_SENT', 'Refused'), false],
    [new ApiError(503, 'ERR_UNAVAILABLE', 'Lost'), true],
  ] as const) {
    const reacted = react.mutate({ message, emoji: '❤️' })
    const put = await nextCall(isAsked ? 2 : 1)
    put.reject(error)
    await expect(reacted).rejects.toThrow(error.message)
    expect(isToFetch()).toBe(isAsked)
  }
})

/** A loaded list whose next fetch gets no answer. */
const shownList = (key: QueryKey) =>
  new QueryObserver(client, {
    queryKey: [...key, 'x'],
    queryFn: () => new Promise(() => undefined),
    initialData: 'shown',
    staleTime: Number.POSITIVE_INFINITY,
  })

test('a refused change of a ticket is told before the screen is up to date again', async () => {
  const list = shownList(ticketKeys.lists)
  const close = list.subscribe(() => undefined)
  const accepted = new MutationObserver(client, changeTicketMutation(client, 'ana')).mutate({
    ticketId: 'T1',
    change: { status: 'open' },
  })
  const put = await nextCall(1)
  put.reject(new Error('Carla attends'))
  await expect(accepted).rejects.toThrow('Carla attends')
  expect(list.getCurrentResult().isFetching).toBe(true)
  close()
})

test.each([
  ['a colleague’s change', 'is fetched', 3, true],
  ['its own change', 'is not fetched', 2, false],
])('%s that is told while a card is moved %s afterwards', async (_change, _fetched, revision, isAsked) => {
  const { draftText: _draftText, ...ticket } = aShownTicket({ tagIds: [], revision: 1 })
  client.setQueryData(ticketKeys.one(ticket.uuid), { ...ticket, draft: null })
  const board = shownList(ticketKeys.kanban)
  const close = board.subscribe(() => undefined)
  const moved = new MutationObserver(client, moveCardMutation(client, 'ana')).mutate({
    ticket,
    tagIds: ['novo'],
  })
  const put = await nextCall(1)
  const record = { ...ticket, tagIds: ['proposta'], revision }
  applyTicketEvent(client, {
    topic: 'ticket',
    action: 'update',
    frame: { channel: '', action: 'update', record },
  })
  put.resolve({ ...ticket, tagIds: ['novo'], revision: 2 })
  await moved
  expect(board.getCurrentResult().isFetching).toBe(isAsked)
  close()
})

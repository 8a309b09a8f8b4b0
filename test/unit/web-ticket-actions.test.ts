import type { UseFormReturnType } from '@mantine/form'
import { ApiError } from '@recado/shared/http/api-error'
import type { Route } from '@recado/shared/http/contract'
import { tagRoutes } from '@recado/shared/tags/routes'
import { attendantRoutes, ticketRoutes } from '@recado/shared/tickets/contract/routes'
import { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { QueueDialog } from '../../web/src/tickets/actions/QueueDialog.tsx'
import { TransferDialog } from '../../web/src/tickets/actions/TransferDialog.tsx'
import { type ActionsOf, useTicketActions } from '../../web/src/tickets/actions/use-ticket-actions.tsx'
import type { Directory } from '../../web/src/tickets/directory.ts'
import { ListPane } from '../../web/src/tickets/list/ListPane.tsx'
import { TicketList } from '../../web/src/tickets/list/TicketList.tsx'
import { dropTicket } from '../../web/src/tickets/ticket-cache.ts'
import { aSessionUser } from '../support/actors.ts'
import { elementsIn, mounted, showKeys } from '../support/mounted.ts'
import { aShownTicket } from '../support/web-tickets.ts'

const { answerOf, navigate, toastError, toastSuccess } = vi.hoisted(() => ({
  answerOf: vi.fn(),
  navigate: vi.fn(),
  toastError: vi.fn(),
  toastSuccess: vi.fn(),
}))
const ana = aSessionUser({ id: 'ana', profile: 'user' })
vi.mock('../../web/src/api/call.ts', () => ({
  call: async (route: Route, request: object) => answerOf(route, request),
}))
vi.mock('../../web/src/api/session.ts', () => ({
  session: { user: () => ana, onChange: () => () => undefined },
}))
vi.mock('../../web/src/ui/toast.ts', () => ({ toastError, toastSuccess, toastInfo: () => undefined }))
vi.mock('../../web/src/tickets/keyboard/use-desk-key.ts', () => ({ useDeskKey: () => undefined }))
vi.mock('../../web/src/ui/use-navigate-from-here.ts', () => ({ useNavigateFromHere: () => navigate }))

const waiting = aShownTicket({ status: 'pending', userId: null, queueId: 'Q1' })
const TAKEN = new ApiError(409, 'ERR_OTHER_OPEN_TICKET', 'Carla attends', { values: { userName: 'Carla' } })
const NEEDED = new ApiError(400, 'ERR_QUEUE_NEEDED', 'Which queue?')
const directory: Directory = {
  queues: new Map(),
  attendants: new Map(),
  tags: new Map(),
  connections: new Map(),
}

/** The errors that toasts show. */
const told = () => toastError.mock.calls.map(([error]) => error)
/** Lets everything run that an answer leads to. */
const settled = () => new Promise((resolve) => setImmediate(resolve))
let client: QueryClient
/** The answer to a change of a ticket. */
let change: PromiseWithResolvers<unknown>
beforeAll(showKeys)
beforeEach(() => {
  vi.clearAllMocks()
  client = new QueryClient()
  change = Promise.withResolvers()
  answerOf.mockImplementation((route: Route) => {
    if (route === ticketRoutes.changeTicket) return change.promise
    if (route === attendantRoutes.listAttendants) return [{ id: 'ana', name: 'Ana', queueIds: ['Q1'] }]
    if (route === ticketRoutes.listTickets) return { records: [waiting], hasMore: false, nextCursor: null }
    return route === tagRoutes.listTags ? { records: [], hasMore: false } : []
  })
})

describe('an action on a ticket', () => {
  const onOpened = vi.fn()
  const page = () => mounted(() => useTicketActions(directory, { onOpened }), {}, client)

  test('that is refused is told, also if the page has gone meanwhile', async () => {
    const { answer, after, unmount } = await page()
    await after(() => answer()?.actionsOf(waiting).open())
    await unmount()
    change.reject(TAKEN)
    await vi.waitFor(() => expect(told()).toEqual([TAKEN]))
  })

  test('that needs an answer of the user is told as refused if the page has gone', async () => {
    const { answer, after, unmount } = await page()
    await after(() => answer()?.actionsOf(waiting).open())
    await unmount()
    change.reject(NEEDED)
    await vi.waitFor(() => expect(told()).toEqual([NEEDED]))
  })

  test('that needs an answer of the user is told as refused while another dialog is open', async () => {
    const { answer, after, unmount } = await page()
    const dialog = () => elementsIn<{ ticket?: object; children?: ReactNode }>(answer()?.dialogs)[0]
    await after(() => answer()?.actionsOf(waiting).open())
    await after(() =>
      answer()
        ?.actionsOf({ ...waiting, id: 'T2' })
        .transfer(),
    )
    await after(() => change.reject(NEEDED))
    expect(told()).toEqual([NEEDED])
    expect(dialog()?.props.ticket).toMatchObject({ id: 'T2' })
    await unmount()
  })

  test('asks for the queue that it lacks', async () => {
    const { answer, after, unmount } = await page()
    await after(() => answer()?.actionsOf(waiting).open())
    await after(() => change.reject(NEEDED))
    expect(elementsIn(answer()?.dialogs).map(({ type }) => type)).toEqual([QueueDialog])
    expect(told()).toEqual([])
    await unmount()
  })

  test('calls back once the queue is chosen, and not after a closed question', async () => {
    const { answer, after, unmount } = await page()
    const follows = vi.fn()
    interface Props {
      onChoose: (queueId: string) => void
      onClose: () => void
      children?: ReactNode
    }
    const question = () => elementsIn<Props>(answer()?.dialogs)[0]?.props
    const asked = async () => {
      change = Promise.withResolvers()
      await after(() => answer()?.actionsOf(waiting).open(follows))
      await after(() => change.reject(NEEDED))
      change = Promise.withResolvers()
    }
    await asked()
    await after(() => question()?.onClose())
    await after(() => answer()?.actionsOf(waiting).open())
    await after(() => change.resolve(aShownTicket({ id: waiting.id })))
    expect(follows).not.toHaveBeenCalled()
    await asked()
    await after(() => question()?.onChoose('Q1'))
    await after(() => change.resolve(aShownTicket({ id: waiting.id })))
    expect(follows).toHaveBeenCalledTimes(1)
    await unmount()
  })

  test('does not call back after a take-over that follows a refused acceptance', async () => {
    const { answer, after, unmount } = await page()
    const follows = vi.fn()
    await after(() => answer()?.actionsOf(waiting).open(follows))
    await after(() => change.reject(TAKEN))
    change = Promise.withResolvers()
    await after(() => answer()?.actionsOf(waiting).takeOver())
    await after(() => change.resolve(aShownTicket({ id: waiting.id })))
    expect(onOpened).toHaveBeenCalledTimes(1)
    expect(follows).not.toHaveBeenCalled()
    await unmount()
  })

  test('opens the ticket that the user now owns, unless they left the page', async () => {
    const first = await page()
    await first.after(() => first.answer()?.actionsOf(waiting).open())
    await first.after(() => change.resolve(aShownTicket()))
    expect(onOpened).toHaveBeenCalledTimes(1)
    change = Promise.withResolvers()
    await first.after(() => first.answer()?.actionsOf(waiting).open())
    await first.unmount()
    change.resolve(aShownTicket())
    await settled()
    expect(onOpened).toHaveBeenCalledTimes(1)
  })

  test('blocks further ones on this ticket alone until the answer', async () => {
    const { answer, after, unmount } = await page()
    const isBusy = (id: string) => answer()?.actionsOf({ ...waiting, id }).isBusy
    await after(() => answer()?.actionsOf(waiting).open())
    expect([isBusy('T1'), isBusy('T2')]).toEqual([true, false])
    await after(() => change.reject(TAKEN))
    expect(isBusy('T1')).toBe(false)
    await unmount()
  })
})

describe('the list of tickets', () => {
  const list = () =>
    mounted(
      (search: object) => ({
        tree: ListPane({ search, openUuid: undefined, onSearch: () => undefined, onFind: () => undefined }),
      }),
      { tab: 'aguardando' },
      client,
    )
  interface Props {
    list: { records: object[] }
    actionsOf: ActionsOf
    ticket: object
    children?: ReactNode
  }
  type Shown = Awaited<ReturnType<typeof list>>
  const shown = ({ answer }: Shown, type: unknown) =>
    elementsIn<Props>(answer()?.tree).find((element) => element.type === type)?.props

  test('keeps the transfer that was begun from a row, also if the row goes', async () => {
    const page = await list()
    expect(shown(page, TicketList)?.list.records).toHaveLength(1)
    await page.after(() => shown(page, TicketList)?.actionsOf(waiting).transfer())
    await page.after(() => dropTicket(client, waiting.id, 2))
    expect(shown(page, TicketList)?.list.records).toEqual([])
    expect(shown(page, TransferDialog)?.ticket).toMatchObject({ id: waiting.id })
    await page.unmount()
  })

  test('opens a ticket that was accepted from a row, also if the row has gone before the answer', async () => {
    const page = await list()
    await page.after(() => shown(page, TicketList)?.actionsOf(waiting).open())
    await page.after(() => dropTicket(client, waiting.id, 2))
    await page.after(() => change.resolve(aShownTicket({ revision: 3 })))
    expect(navigate.mock.calls).toMatchObject([[{ params: { uuid: waiting.uuid } }]])
    await page.unmount()
  })
})

describe('the note of a transfer', () => {
  interface Props {
    form: UseFormReturnType<{ queueId: string | null; note: string }>
    onSubmit: () => void
    children?: ReactNode
  }
  const dialog = () =>
    mounted(
      () => ({
        tree: TransferDialog({
          ticket: waiting,
          directory,
          onTransferred: undefined,
          onClose: () => undefined,
        }),
      }),
      {},
      client,
    )
  const sent = () =>
    answerOf.mock.calls.flatMap(([route, request]) => (route === ticketRoutes.changeTicket ? [request] : []))

  test('keeps its id when the same transfer is tried again, and gets another with other words', async () => {
    const { answer, after, unmount } = await dialog()
    const props = () => elementsIn<Props>(answer()?.tree)[0]?.props
    const says = (note: string) => after(() => props()?.form.setFieldValue('note', note))
    const submitsInVain = async () => {
      await after(() => props()?.onSubmit())
      change.reject(new ApiError(0, 'ERR_NETWORK', 'Nothing answered'))
      await after(settled)
      change = Promise.withResolvers()
    }
    await after(() => props()?.form.setFieldValue('queueId', 'Q1'))
    await says('Oi')
    await submitsInVain()
    await submitsInVain()
    await says('Olá')
    await submitsInVain()
    const [first, again, other] = sent()
    expect(first).toMatchObject({
      queueId: 'Q1',
      note: 'Oi',
      clientId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(again).toEqual(first)
    expect(other.clientId).not.toBe(first.clientId)
    await unmount()
  })
})

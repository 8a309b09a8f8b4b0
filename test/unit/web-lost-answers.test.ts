import { useForm } from '@mantine/form'
import { chatRoutes } from '@recado/shared/chats/routes'
import { ApiError } from '@recado/shared/http/api-error'
import type { Route } from '@recado/shared/http/contract'
import { messageRoutes } from '@recado/shared/tickets/contract/message-routes'
import { ticketRoutes } from '@recado/shared/tickets/contract/routes'
import { QueryClient } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { traceKey } from '../../web/src/api/traces.ts'
import { usePause } from '../../web/src/campaigns/actions/use-pause.ts'
import { ShareTicketDialog } from '../../web/src/chats/sharing/ShareTicketDialog.tsx'
import { consentFormValues } from '../../web/src/contact-lists/consent/consent-values.ts'
import { ChooseFile } from '../../web/src/imports/ChooseFile.tsx'
import type { Spreadsheet } from '../../web/src/imports/use-spreadsheet.ts'
import { arrivedHandover } from '../../web/src/public/arrived-handover.ts'
import { HandoverPage } from '../../web/src/public/HandoverPage.tsx'
import { setLive } from '../../web/src/realtime/live-status.ts'
import { useNote } from '../../web/src/tickets/composer/use-note.ts'
import { ticketKeys } from '../../web/src/tickets/keys.ts'
import { MediaViewerProvider } from '../../web/src/tickets/media/conversation-media.tsx'
import { useMediaAddress } from '../../web/src/tickets/media/use-media-address.ts'
import {
  MessageActionsProvider,
  useMessageActions,
} from '../../web/src/tickets/messages/actions/message-actions.tsx'
import type { Aim } from '../../web/src/tickets/messages/actions/use-aim.ts'
import { aSessionUser } from '../support/actors.ts'
import { elementsIn, mounted, showKeys } from '../support/mounted.ts'
import { aShownMessage, aShownTicket } from '../support/web-tickets.ts'

const { call, toastError, dialog, me } = vi.hoisted(() => ({
  call: vi.fn(),
  toastError: vi.fn(),
  /** The properties of the open form. */
  dialog: { onSubmit: (_: object) => undefined as unknown, children: undefined as ReactNode },
  me: { user: undefined as object | undefined },
}))
vi.mock('../../web/src/api/call.ts', () => ({ call }))
vi.mock('../../web/src/api/session.ts', () => ({
  session: { user: () => me.user, onChange: () => () => undefined },
}))
vi.mock('../../web/src/ui/toast.ts', () => ({
  toastError,
  toastSuccess: () => undefined,
  textOf: ({ message }: Error) => message,
}))
vi.mock('../../web/src/ui/FormDialog.tsx', () => ({
  FormDialog: (props: typeof dialog) => {
    Object.assign(dialog, props)
    return null
  },
}))

const LOST = new ApiError(0, 'ERR_NETWORK', 'Lost')
const kept = new Map<string, string>()
let client: QueryClient
beforeAll(showKeys)
beforeEach(() => {
  vi.clearAllMocks()
  kept.clear()
  client = new QueryClient()
  me.user = aSessionUser()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  })
})
const callsOf = (route: Route) =>
  call.mock.calls.filter(([its]) => its === route).map(([, request]) => request)

describe('a note whose conversation was left before the answer', () => {
  const ticket = aShownTicket()
  const TEXT = 'Prefere a tarde'
  const onCreated = vi.fn()
  const onRefused = vi.fn()
  let answer: PromiseWithResolvers<unknown>
  const composer = () => mounted(() => useNote(ticket, { onCreated, onRefused }), {}, client)
  const draftOf = (text: string) =>
    client.setQueryData(ticketKeys.one(ticket.uuid), {
      ...ticket,
      draft: { text, quoted: null, isNote: true },
    })
  beforeEach(() => {
    answer = Promise.withResolvers()
    call.mockImplementation(async (route: Route) =>
      route === messageRoutes.createNote ? answer.promise : undefined,
    )
  })

  test('is taken from the draft, in this browser and on the server', async () => {
    const { answer: field, after, unmount } = await composer()
    await after(() => field()?.send(TEXT, []))
    draftOf(TEXT)
    const key = traceKey('ticketDraft', 'U1', ticket.id)
    kept.set(key, JSON.stringify({ text: TEXT, quoted: null, isNote: true }))
    await unmount()
    answer.resolve(aShownMessage())
    await vi.waitFor(() => expect(callsOf(ticketRoutes.saveDraft)).toMatchObject([{ text: '' }]))
    expect([kept.has(key), onCreated.mock.calls]).toEqual([false, []])
  })

  test('leaves another draft alone', async () => {
    const { answer: field, after, unmount } = await composer()
    await after(() => field()?.send(TEXT, []))
    draftOf('Bom dia, Maria')
    await unmount()
    answer.resolve(aShownMessage())
    await vi.waitFor(() => expect(client.isMutating()).toBe(0))
    expect(callsOf(ticketRoutes.saveDraft)).toEqual([])
  })

  test('cannot be left twice by a composer that opens meanwhile', async () => {
    const first = await composer()
    await first.after(() => first.answer()?.send(TEXT, []))
    await first.unmount()
    const second = await composer()
    await second.after(() => second.answer()?.send(TEXT, []))
    expect([second.answer()?.isBusy, callsOf(messageRoutes.createNote).length]).toEqual([true, 1])
    await second.after(() => answer.reject(LOST))
    expect(second.answer()?.isBusy).toBe(false)
    await second.unmount()
  })
})

test('a note’s answer is shown by the composer that is open', async () => {
  const onCreated = vi.fn()
  const onRefused = vi.fn()
  call.mockRejectedValueOnce(LOST).mockResolvedValueOnce(aShownMessage())
  const note = () => useNote(aShownTicket(), { onCreated, onRefused })
  const { answer, after, unmount } = await mounted(note, {}, client)
  await after(() => answer()?.send('Oi', []))
  expect(onRefused).toHaveBeenCalledWith('Lost')
  await after(() => answer()?.send('Oi', []))
  expect(onCreated).toHaveBeenCalledWith('Oi')
  await unmount()
})

test('every failure of a message that is sent again is told, also of several at once', async () => {
  const failures = new Map(['M1', 'M2'].map((id) => [id, Promise.withResolvers()]))
  call.mockImplementation(
    (_: Route, { messageId }: { messageId: string }) => failures.get(messageId)?.promise,
  )
  let actions: ReturnType<typeof useMessageActions> | undefined
  const Conversation = () => {
    actions = useMessageActions()
    return null
  }
  const aim: Partial<Aim> = {}
  const { after, unmount } = await mounted(
    MessageActionsProvider,
    {
      ticket: aShownTicket(),
      messages: [],
      mayWrite: true,
      aim: aim as Aim,
      children: createElement(Conversation),
    },
    client,
  )
  await after(() => actions?.retry(aShownMessage({ id: 'M1' })))
  await after(() => actions?.retry(aShownMessage({ id: 'M2' })))
  const errors = [...failures.keys()].map((id) => new Error(id))
  for (const error of errors) await after(() => failures.get(error.message)?.reject(error))
  expect(toastError.mock.calls.map(([error]) => error)).toEqual(errors)
  await unmount()
})

test('a refused pause is told, also if the page was left before the answer', async () => {
  const answer = Promise.withResolvers()
  call.mockReturnValue(answer.promise)
  const campaign = { id: 'C1', status: 'EM_ANDAMENTO', pausedAt: null } as const
  const { answer: pause, after, unmount } = await mounted(() => usePause(campaign), {}, client)
  await after(() => pause()?.toggle())
  await unmount()
  answer.reject(LOST)
  await vi.waitFor(() => expect(toastError).toHaveBeenCalledWith(LOST))
})

test('a picture that failed without the network is loaded again when the network is back', async () => {
  call.mockResolvedValue({ url: '/first' })
  let picture: ReturnType<typeof useMediaAddress> | undefined
  const Picture = () => {
    picture = useMediaAddress('M1', true)
    return null
  }
  const { after, unmount } = await mounted(
    MediaViewerProvider,
    { ticketId: 'T1', messages: [], children: createElement(Picture) },
    client,
  )
  await after(() => setLive(false))
  call.mockRejectedValue(LOST)
  await after(() => picture?.onError())
  expect(picture).toMatchObject({ url: '/first', hasFailed: true })
  call.mockResolvedValue({ url: '/again' })
  await after(() => client.refetchQueries())
  await after(() => setLive(true))
  expect(picture).toMatchObject({ url: '/again', hasFailed: false })
  await unmount()
})

test.each([
  ['lost on its way', 1, LOST],
  ['refused', 0, new ApiError(400, 'ERR_SPREADSHEET_EMPTY', 'Empty')],
])('a spreadsheet that was %s can be sent again as it is by %i buttons', async (_, buttons, error) => {
  call.mockResolvedValue({ isEnabled: false })
  const file = new File(['x'], 'clientes.xlsx')
  const spreadsheet: Partial<Spreadsheet> = { file, error, take: vi.fn() }
  const nothing = () => undefined
  const useIt = () => ({
    tree: ChooseFile({
      target: { kind: 'contacts' },
      spreadsheet: spreadsheet as Spreadsheet,
      form: useForm({
        initialValues: { removesDuplicates: true, syncs: false, consent: consentFormValues(null) },
      }),
      error: null,
      isBusy: false,
      onGoOn: nothing,
      onColumns: nothing,
      onClose: nothing,
    }),
  })
  const { answer, after, unmount } = await mounted(useIt, {}, client)
  const again = elementsIn<{ children?: ReactNode; onClick?: () => void }>(answer()?.tree).find(
    ({ props }) => props.children === 'common.tryAgain',
  )
  await after(() => again?.props.onClick?.())
  expect(vi.mocked(spreadsheet.take)?.mock.calls).toEqual(Array.from({ length: buttons }, () => [file]))
  await unmount()
})

test('a handover that fails without an answer of the server says so', async () => {
  vi.spyOn(arrivedHandover, 'enter').mockRejectedValue(new TypeError('Failed to fetch'))
  const { answer, after, unmount } = await mounted(
    () => ({ tree: HandoverPage({ onSignedIn: () => undefined }) }),
    {},
    client,
  )
  const texts = () =>
    elementsIn<{ children?: ReactNode; onClick?: () => void }>(answer()?.tree).map(({ props }) => props)
  await after(() =>
    texts()
      .find(({ children }) => children === 'session.handover.enter')
      ?.onClick?.(),
  )
  expect(texts().map(({ children }) => children)).toContain('Failed to fetch')
  await unmount()
})

test('a link to a ticket with other words is another message', async () => {
  call.mockImplementation(async (route: Route) => {
    if (route === chatRoutes.sendChatMessage) throw LOST
    return route === chatRoutes.listChats ? { records: [], hasMore: false, nextCursor: null } : []
  })
  const { after, unmount } = await mounted(
    ShareTicketDialog,
    { ticketUuid: 'u1', onClose: () => undefined },
    client,
  )
  interface Field {
    label?: string
    onChange?: (value: unknown) => void
    children?: ReactNode
  }
  const write = (label: string, value: string) =>
    after(() =>
      elementsIn<Field>(dialog.children)
        .find(({ props }) => props.label === label)
        ?.props.onChange?.(value),
    )
  const send = () => after(() => dialog.onSubmit({ preventDefault: () => undefined }))
  await write('chats.share.to', 'chat:H1')
  await write('chats.share.text', 'Pode ver?')
  await send()
  await send()
  await write('chats.share.text', 'Pode ver hoje?')
  await send()
  const ids = callsOf(chatRoutes.sendChatMessage).map(({ clientId }) => clientId)
  expect([ids.length, ids[0] === ids[1], ids[1] === ids[2]]).toEqual([3, true, false])
  await unmount()
})

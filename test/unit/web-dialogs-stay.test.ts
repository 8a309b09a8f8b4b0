import { Button } from '@mantine/core'
import type { Chat } from '@recado/shared/chats/chat'
import { chatRoutes } from '@recado/shared/chats/routes'
import { ApiError } from '@recado/shared/http/api-error'
import type { Route } from '@recado/shared/http/contract'
import { tagRoutes } from '@recado/shared/tags/routes'
import { messageRoutes } from '@recado/shared/tickets/contract/message-routes'
import { ticketRoutes } from '@recado/shared/tickets/contract/routes'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { RoomDialog } from '../../web/src/chats/rooms/RoomDialog.tsx'
import { ConsentFields } from '../../web/src/contact-lists/consent/ConsentFields.tsx'
import { GatherPeople } from '../../web/src/imports/GatherPeople.tsx'
import { ImportDialog } from '../../web/src/imports/ImportDialog.tsx'
import { PrepareImport } from '../../web/src/imports/PrepareImport.tsx'
import { NewMessagesDialog } from '../../web/src/tickets/actions/NewMessagesDialog.tsx'
import { QueueDialog } from '../../web/src/tickets/actions/QueueDialog.tsx'
import { SnoozeDialog } from '../../web/src/tickets/actions/SnoozeDialog.tsx'
import type { Directory } from '../../web/src/tickets/directory.ts'
import { EditText } from '../../web/src/tickets/editing/EditText.tsx'
import { ForwardDialog } from '../../web/src/tickets/messages/actions/ForwardDialog.tsx'
import { ForwardTargets } from '../../web/src/tickets/messages/actions/ForwardTargets.tsx'
import { NewConversationDialog } from '../../web/src/tickets/opening/NewConversationDialog.tsx'
import { aSessionUser } from '../support/actors.ts'
import { elementsIn, mounted, showKeys } from '../support/mounted.ts'
import { aShownMessage, aShownTicket } from '../support/web-tickets.ts'

const { call, modal, me } = vi.hoisted(() => ({
  call: vi.fn(),
  /** The properties of the open window. */
  modal: { onClose: () => undefined as unknown, children: undefined as ReactNode },
  me: { user: undefined as object | undefined },
}))
vi.mock('../../web/src/api/call.ts', () => ({ call }))
vi.mock('../../web/src/api/session.ts', () => ({
  session: { user: () => me.user, onChange: () => () => undefined },
}))
vi.mock('../../web/src/ui/use-focus-back.ts', () => ({ useFocusBack: () => undefined }))
vi.mock('../../web/src/ui/use-is-phone.ts', () => ({ useIsPhone: () => false }))
vi.mock('../../web/src/ui/use-escape.ts', () => ({ useEscape: () => undefined }))
vi.mock('../../web/src/ui/use-now.ts', () => ({ useNow: () => Date.parse('2026-11-24T12:00:00.000Z') }))
vi.mock('../../web/src/ui/LeaveGuard.tsx', () => ({ LeaveGuard: () => null }))
vi.mock('../../web/src/ui/use-navigate-from-here.ts', () => ({ useNavigateFromHere: () => () => undefined }))
vi.mock('@mantine/core', async (original) => ({
  ...(await original<typeof import('@mantine/core')>()),
  Modal: (props: typeof modal & { opened: boolean }) => {
    if (props.opened) Object.assign(modal, props)
    return null
  },
}))

const onClose = vi.fn()
/** The answer to the call that changes something. */
let change: PromiseWithResolvers<unknown>
const CHANGES: readonly Route[] = [
  ticketRoutes.openTicket,
  messageRoutes.forwardMessages,
  chatRoutes.updateChat,
]
const PAGED: readonly Route[] = [tagRoutes.listTags, ticketRoutes.listTickets]
beforeAll(showKeys)
beforeEach(() => {
  onClose.mockClear()
  change = Promise.withResolvers()
  me.user = aSessionUser()
  call.mockImplementation(async (route: Route) => {
    if (CHANGES.includes(route)) return change.promise
    return PAGED.includes(route) ? { records: [], hasMore: false, nextCursor: null } : []
  })
})

interface Props {
  children?: ReactNode
  disabled?: boolean
  onClick?: () => void
  onSubmit?: (event: object) => unknown
}
const inDialog = () => elementsIn<Props>(modal.children)
const button = (text: string) =>
  inDialog().find(({ type, props }) => type === Button && props.children === text)?.props
const event = { preventDefault: () => undefined, stopPropagation: () => undefined }
const submit = () =>
  inDialog()
    .find(({ props }) => props.onSubmit)
    ?.props.onSubmit?.(event)
/** The properties of a component in a tree. */
function propsOf<P extends object>(tree: ReactNode, component: (props: P) => ReactNode): P {
  const found = elementsIn(tree).find(({ type }) => type === component) as ReactElement<P> | undefined
  if (!found) throw new Error(`The tree has no ${component.name}`)
  return found.props
}
const nothing = () => undefined
const directory: Directory = {
  queues: new Map(),
  attendants: new Map(),
  tags: new Map(),
  connections: new Map(),
}

describe('a dialog of an action on a ticket stays open until its answer', () => {
  const busy = { isBusy: true, onClose }

  test.each<[string, () => ReactNode]>([
    ['the queue', () => QueueDialog({ ...busy, queueIds: [], directory, onChoose: nothing })],
    ['new messages', () => NewMessagesDialog({ ...busy, count: 1, onAnyway: nothing })],
    ['the time to put it off', () => SnoozeDialog({ ...busy, error: null, onChoose: nothing })],
  ])('with a question for %s', async (_, dialog) => {
    const { unmount } = await mounted(dialog, {})
    modal.onClose()
    for (const text of ['common.cancel', 'tickets.resolve.look'])
      if (button(text)) expect(button(text)?.disabled).toBe(true)
    expect(onClose).not.toHaveBeenCalled()
    await unmount()
  })
})

test('the dialog of a new conversation stays open until its answer, and shows the error', async () => {
  const person = { number: '5511955550001', title: '+55 11 95555-0001' }
  const { after, unmount } = await mounted(NewConversationDialog, { person, onClose })
  await after(submit)
  modal.onClose()
  expect(onClose).not.toHaveBeenCalled()
  expect(button('common.cancel')?.disabled).toBe(true)
  await after(() => change.reject(new ApiError(0, 'ERR_NETWORK', 'Lost')))
  modal.onClose()
  expect(onClose).toHaveBeenCalledOnce()
  await unmount()
})

test('messages that are being forwarded cannot go back to the choice of messages', async () => {
  const first = aShownMessage()
  const dialog = { ticket: aShownTicket(), messages: [first], first, onClose }
  const { after, unmount } = await mounted(ForwardDialog, dialog)
  await after(() => button('tickets.forward.next')?.onClick?.())
  const target = { id: 'ticket:T2', label: 'João', to: { ticketId: 'T2' } }
  await after(() => propsOf(modal.children, ForwardTargets).onChoose([target]))
  expect(button('common.back')?.disabled).toBe(false)
  await after(() => button('tickets.message.forward')?.onClick?.())
  expect(button('common.back')?.disabled).toBe(true)
  await after(() => change.reject(new ApiError(0, 'ERR_NETWORK', 'Lost')))
  expect(button('common.back')?.disabled).toBe(false)
  await unmount()
})

test('a room that is being saved cannot be left, because that would close its form', async () => {
  const room: Partial<Chat> = { id: 'R1', title: 'Vendas', users: [], makerId: 'U1' }
  const { after, unmount } = await mounted(RoomDialog, { room: room as Chat, onLeft: nothing, onClose })
  const isDisabled = () =>
    elementsIn<{ isDisabled?: boolean; children?: ReactNode }>(modal.children).find(
      ({ type }) => typeof type === 'function' && type.name === 'LeaveButton',
    )?.props.isDisabled
  expect(isDisabled()).toBe(false)
  await after(submit)
  expect(isDisabled()).toBe(true)
  await unmount()
})

describe('an import that is being started', () => {
  const target = { kind: 'contacts' } as const
  const dialog = { target, consent: null, importId: undefined, onImport: nothing, onClose }

  test('keeps its dialog open', async () => {
    const { after, unmount } = await mounted(ImportDialog, dialog)
    const { onStarting } = propsOf<ComponentProps<typeof PrepareImport>>(modal.children, PrepareImport)
    await after(() => onStarting(true))
    modal.onClose()
    expect(onClose).not.toHaveBeenCalled()
    await after(() => onStarting(false))
    modal.onClose()
    expect(onClose).toHaveBeenCalledOnce()
    await unmount()
  })

  test('tells its dialog, until it has failed', async () => {
    call.mockReturnValue(change.promise)
    const onStarting = vi.fn()
    const given = { from: 'contacts', contactListId: 'L1', consent: null } as const
    const { answer, after, unmount } = await mounted(
      () => ({
        tree: GatherPeople({ ...given, onBegun: nothing, onStarting, onStarted: nothing, onClose }),
      }),
      {},
    )
    const tree = () => answer()?.tree
    const consent = propsOf(tree(), ConsentFields)
    await after(() => consent.onChange({ ...consent.values, source: 'Cadastro na loja', date: '2026-01-02' }))
    await after(() => elementsIn<Props>(tree())[0]?.props.onSubmit?.(event))
    expect(onStarting).toHaveBeenLastCalledWith(true)
    await after(() => change.reject(new ApiError(0, 'ERR_NETWORK', 'Lost')))
    expect(onStarting).toHaveBeenLastCalledWith(false)
    await unmount()
  })
})

test('new words for a message that are being saved cannot be cancelled or changed', async () => {
  interface Field extends Props {
    readOnly?: boolean
    onKeyDown?: (event: object) => void
  }
  const aim = {
    isAsking: false,
    cancelEdit: vi.fn(),
    endEdit: nothing,
    keepEdit: nothing,
    noteChange: nothing,
  }
  const edit = (isPending: boolean) => ({
    tree: EditText({ before: 'Oi', maxLength: 99, isPending, error: null, onSave: nothing, aim }),
  })
  const pressed = { ...event, key: 'Escape', nativeEvent: { isComposing: false } }
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const { answer, show, unmount } = await mounted<boolean, ReturnType<typeof edit>>(edit, true)
  const field = () =>
    elementsIn<Field>(answer()?.tree)
      .map(({ props }) => props)
      .find(({ onKeyDown }) => onKeyDown)
  const cancels = () => elementsIn<Field>(answer()?.tree).find(({ props }) => props.disabled)
  field()?.onKeyDown?.(pressed)
  expect([aim.cancelEdit.mock.calls.length, field()?.readOnly, Boolean(cancels())]).toEqual([0, true, true])
  await show(false)
  field()?.onKeyDown?.(pressed)
  expect([aim.cancelEdit.mock.calls.length, field()?.readOnly, Boolean(cancels())]).toEqual([1, false, false])
  await unmount()
})

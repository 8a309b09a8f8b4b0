import { ApiError } from '@recado/shared/http/api-error'
import type { Ticket, TicketChange } from '@recado/shared/tickets/contract/ticket'
import { allowedKinds } from '@recado/shared/tickets/rules/machine'
import type { ChangeKind } from '@recado/shared/tickets/rules/requested-change'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { TextKey } from '../../i18n/index.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useMay, useUser } from '../../session/use-session.ts'
import { later } from '../../ui/later.tsx'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { useIsGone } from '../../ui/use-is-gone.ts'
import { connectionQueueIds, type Directory, useDeskActor } from '../directory.ts'
import { useChangeTicket } from '../mutations.ts'
import { isOtherTicket, OtherTicket } from '../opening/OtherTicket.tsx'
import { cachedTicket } from '../ticket-cache.ts'
import { DeleteTicketDialog } from './DeleteTicketDialog.tsx'
import { NewMessagesDialog } from './NewMessagesDialog.tsx'
import { QueueDialog } from './QueueDialog.tsx'
import { TransferDialog } from './TransferDialog.tsx'

const ShareTicketDialog = later(
  async () => (await import('../../chats/sharing/ShareTicketDialog.tsx')).ShareTicketDialog,
  ({ onClose }) => onClose(),
)
// It brings a calendar, which most pages do not need.
const SnoozeDialog = later(
  async () => (await import('./SnoozeDialog.tsx')).SnoozeDialog,
  ({ onClose }) => onClose(),
)

/** A question that an action asks first. */
type Question =
  | { about: 'transfer' | 'delete' | 'queue' | 'snooze' | 'share' }
  /** The customer wrote while the ticket was being resolved. */
  | { about: 'newMessages'; count: number; silent: boolean }

interface Asked {
  ticket: Ticket
  question: Question
}

export interface TicketActions {
  kinds: ReadonlySet<ChangeKind>
  mayDelete: boolean
  isBusy: boolean
  /**
   * Accepts a waiting ticket, and opens a resolved one again. It may ask for the queue first.
   * @param then called once the ticket is the user's own, unless the user has closed the question or left the page
   */
  open: (then?: () => void) => void
  takeOver: () => void
  giveBack: () => void
  transfer: () => void
  /** Puts the ticket off: asks until when. */
  snooze: () => void
  /** Ends the time until which the ticket was put off; undefined if it is not put off. */
  wake: (() => void) | undefined
  resolve: (how?: { silent: boolean }) => void
  remove: () => void
  /** Sends the link to the ticket to colleagues. */
  share: () => void
}

/** The actions of each ticket of a page. */
export type ActionsOf = (ticket: Ticket) => TicketActions

const TOASTS_ITSELF = { toastsItself: true } as const

interface Surroundings {
  /** The last of the customer's messages that the user saw. Without a conversation: the last that was read. */
  seenSeq?: () => number
  /** The ticket is the user's own now. Not called when the user has left the page meanwhile. */
  onOpened?: (ticket: Ticket) => void
  /** The ticket was deleted, or is somebody else's now. */
  onLeft?: () => void
}

/**
 * What the user may do with tickets, by the rules that the server decides by. A page with many tickets calls it once: a
 * ticket's row may disappear while its dialog is open.
 * @returns the actions of a ticket, and the open dialog of an action
 */
export function useTicketActions(
  directory: Directory,
  { seenSeq, onOpened, onLeft }: Surroundings = {},
): { actionsOf: ActionsOf; dialogs: ReactNode } {
  const { t } = useTexts()
  const client = useQueryClient()
  const { id: me } = useUser()
  const actor = useDeskActor()
  const mayDelete = useMay('ticket-options:deleteTicket')
  const change = useChangeTicket(TOASTS_ITSELF)
  const [busyIds, setBusyIds] = useState<readonly string[]>([])
  const [asked, setAsked] = useState<Asked>()
  const onPage = useOnPage(asked)
  const queueIdsOf = ({ whatsappId }: Ticket) => connectionQueueIds(directory, whatsappId)
  const isBusy = ({ id }: Ticket) => busyIds.includes(id)
  /** The callback of the ticket that is being opened. */
  const opening = useRef<{ ticketId: string; then: (() => void) | undefined }>(undefined)
  const close = () => {
    opening.current = undefined
    setAsked(undefined)
  }

  const send = (
    ticket: Ticket,
    to: TicketChange,
    told: { silent: boolean },
    onDone?: (changed: Ticket) => void,
  ) => {
    if (isBusy(ticket)) return
    setBusyIds((ids) => [...ids, ticket.id])
    const settled = () => setBusyIds((ids) => ids.filter((id) => id !== ticket.id))
    // Not by callbacks of `mutate`: a live event may close the page before the answer, and then they are dropped.
    change.mutateAsync({ ticketId: ticket.id, change: to }).then(
      (changed) => {
        settled()
        // The user may have begun another action meanwhile.
        setAsked((now) => (now === asked ? undefined : now))
        onDone?.(changed)
      },
      (error: unknown) => {
        settled()
        const question = questionAfter(error, told.silent)
        // A dialog that the user opened meanwhile keeps its text.
        const asksHere = !onPage.isGone() && onPage.asked() === asked
        if (asksHere && question) return setAsked({ ticket, question })
        // Its dialog shows the error itself.
        if (asksHere && asked?.question.about === 'snooze') return
        toastError(error, { message: isOtherTicket(error) && <OtherTicket error={error} /> })
      },
    )
  }
  const opened = (changed: Ticket) => {
    if (!onPage.isGone()) onOpened?.(changed)
  }
  const openedAsAsked = (changed: Ticket) => {
    opened(changed)
    if (opening.current?.ticketId !== changed.id) return
    if (!onPage.isGone()) opening.current.then?.()
    opening.current = undefined
  }
  const open = (ticket: Ticket, queueId?: string) =>
    send(ticket, { status: 'open', ...(queueId && { queueId }) }, { silent: false }, openedAsAsked)
  const resolve = (ticket: Ticket, { silent, force }: { silent: boolean; force?: true }) =>
    send(
      ticket,
      {
        status: 'closed',
        seenSeq: seenSeq?.() ?? ticket.readSeq,
        ...(silent && { silent }),
        ...(force && { force }),
      },
      { silent },
      () => toastSuccess(t('tickets.resolved'), `resolved-${ticket.id}`),
    )
  const snooze = (ticket: Ticket, snoozedUntil: string | null, done: TextKey) =>
    send(ticket, { snoozedUntil }, { silent: false }, () => toastSuccess(t(done), `snoozed-${ticket.id}`))

  const ask = (ticket: Ticket, about: Exclude<Question['about'], 'newMessages'>) =>
    setAsked({ ticket, question: { about } })
  const run = useLatest({
    open: (ticket: Ticket, then?: () => void) => {
      opening.current = { ticketId: ticket.id, then }
      open(ticket)
    },
    takeOver: (ticket: Ticket) =>
      send(ticket, { status: 'open', userId: me, takeOver: true }, { silent: false }, opened),
    giveBack: (ticket: Ticket) => send(ticket, { status: 'pending' }, { silent: false }),
    snooze: (ticket: Ticket) => {
      // Its dialog shows the last error of a change, which may be another change's.
      change.reset()
      ask(ticket, 'snooze')
    },
    wake: (ticket: Ticket) => snooze(ticket, null, 'tickets.snooze.ended'),
    resolve,
    ask,
  })
  // Stays the same function from event to event, so that only changed rows of a list are drawn again.
  const actionsOf = useCallback(
    (ticket: Ticket): TicketActions => ({
      kinds: new Set(
        actor ? allowedKinds(ticket, actor, connectionQueueIds(directory, ticket.whatsappId)) : [],
      ),
      mayDelete,
      isBusy: busyIds.includes(ticket.id),
      open: (then) => run.current.open(ticket, then),
      takeOver: () => run.current.takeOver(ticket),
      giveBack: () => run.current.giveBack(ticket),
      transfer: () => run.current.ask(ticket, 'transfer'),
      snooze: () => run.current.snooze(ticket),
      wake: ticket.snoozedUntil ? () => run.current.wake(ticket) : undefined,
      resolve: (how = { silent: false }) => run.current.resolve(ticket, how),
      remove: () => run.current.ask(ticket, 'delete'),
      share: () => run.current.ask(ticket, 'share'),
    }),
    [run, actor, directory, mayDelete, busyIds],
  )
  const dialogOf = (question: Question, ticket: Ticket): ReactNode => {
    switch (question.about) {
      case 'transfer':
        return <TransferDialog ticket={ticket} directory={directory} onTransferred={onLeft} onClose={close} />
      case 'queue':
        return (
          <QueueDialog
            queueIds={queueIdsOf(ticket)}
            directory={directory}
            isBusy={isBusy(ticket)}
            onChoose={(queueId) => open(ticket, queueId)}
            onClose={close}
          />
        )
      case 'snooze':
        return (
          <SnoozeDialog
            isBusy={isBusy(ticket)}
            error={change.error}
            onChoose={(until) => snooze(ticket, until, 'tickets.snooze.done')}
            onClose={close}
          />
        )
      case 'newMessages':
        return (
          <NewMessagesDialog
            count={question.count}
            isBusy={isBusy(ticket)}
            onAnyway={() => resolve(ticket, { silent: question.silent, force: true })}
            onClose={close}
          />
        )
      case 'share':
        return <ShareTicketDialog ticketUuid={ticket.uuid} onClose={close} />
      case 'delete':
        return <DeleteTicketDialog ticket={ticket} onDeleted={onLeft} onClose={close} />
    }
  }
  // The ticket may have changed since the dialog was opened.
  const now = asked && (cachedTicket(client, asked.ticket.id) ?? asked.ticket)
  return { actionsOf, dialogs: asked && now && dialogOf(asked.question, now) }
}

/** Reads the present state of the page, for callbacks that run after the answer to a call. */
function useOnPage(asked: Asked | undefined) {
  const isGone = useIsGone()
  const now = useLatest(asked)
  return { isGone, asked: () => now.current }
}

/** The value of the last drawing, for handlers that are older. */
function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  return latest
}

/** The question that a refusal leads to; undefined for a refusal that is only told. */
function questionAfter(error: unknown, silent: boolean): Question | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'ERR_QUEUE_NEEDED') return { about: 'queue' }
  if (error.code === 'ERR_NEW_MESSAGES')
    return { about: 'newMessages', count: Number(error.values.count ?? 1), silent }
  return undefined
}

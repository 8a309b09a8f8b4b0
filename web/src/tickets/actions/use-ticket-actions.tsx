import { ApiError } from '@recado/shared/http/api-error'
import type { Ticket, TicketChange } from '@recado/shared/tickets/contract/ticket'
import { allowedKinds } from '@recado/shared/tickets/rules/machine'
import type { ChangeKind } from '@recado/shared/tickets/rules/requested-change'
import { type ReactNode, useState } from 'react'
import type { TextKey } from '../../i18n/index.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useMay, useUser } from '../../session/use-session.ts'
import { later } from '../../ui/later.tsx'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { connectionQueueIds, type Directory, useDeskActor } from '../directory.ts'
import { useChangeTicket } from '../mutations.ts'
import { isOtherTicket, OtherTicket } from '../opening/OtherTicket.tsx'
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

export interface TicketActions {
  kinds: ReadonlySet<ChangeKind>
  mayDelete: boolean
  isBusy: boolean
  /** Accepts a waiting ticket, and opens a resolved one again. */
  open: () => void
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
  /** The open dialog of an action. */
  dialogs: ReactNode
}

interface Surroundings {
  /** The last of the customer's messages that the user saw. Without a conversation: the last that was read. */
  seenSeq?: () => number
  /** The ticket is the user's own now. */
  onOpened?: (ticket: Ticket) => void
  /** The ticket was deleted, or is somebody else's now. */
  onLeft?: () => void
}

/** What the user may do with a ticket, by the rules that the server decides by. */
export function useTicketActions(
  ticket: Ticket,
  directory: Directory,
  { seenSeq, onOpened, onLeft }: Surroundings = {},
): TicketActions {
  const { t } = useTexts()
  const { id: me } = useUser()
  const actor = useDeskActor()
  const mayDelete = useMay('ticket-options:deleteTicket')
  const change = useChangeTicket()
  const [question, setQuestion] = useState<Question>()
  const queueIds = connectionQueueIds(directory, ticket.whatsappId)
  const kinds = new Set(actor ? allowedKinds(ticket, actor, queueIds) : [])

  const send = (to: TicketChange, told: { silent: boolean }, onDone?: (changed: Ticket) => void) => {
    if (change.isPending) return
    change.mutate(
      { ticketId: ticket.id, change: to },
      {
        onSuccess: (changed) => {
          // The user may have begun another action meanwhile.
          setQuestion((now) => (now === question ? undefined : now))
          onDone?.(changed)
        },
        onError: (error) => {
          const next = questionAfter(error, told.silent)
          if (next) setQuestion(next)
          // Its dialog shows the error itself.
          else if (question?.about !== 'snooze')
            toastError(error, { message: isOtherTicket(error) && <OtherTicket error={error} /> })
        },
      },
    )
  }
  const opened = (changed: Ticket) => onOpened?.(changed)
  const open = (queueId?: string) =>
    send({ status: 'open', ...(queueId && { queueId }) }, { silent: false }, opened)
  const resolve = ({ silent, force }: { silent: boolean; force?: true }) =>
    send(
      {
        status: 'closed',
        seenSeq: seenSeq?.() ?? ticket.readSeq,
        ...(silent && { silent }),
        ...(force && { force }),
      },
      { silent },
      () => toastSuccess(t('tickets.resolved'), `resolved-${ticket.id}`),
    )
  const snooze = (snoozedUntil: string | null, done: TextKey) =>
    send({ snoozedUntil }, { silent: false }, () => toastSuccess(t(done), `snoozed-${ticket.id}`))
  const close = () => setQuestion(undefined)

  return {
    kinds,
    mayDelete,
    isBusy: change.isPending,
    open: () => open(),
    takeOver: () => send({ status: 'open', userId: me, takeOver: true }, { silent: false }, opened),
    giveBack: () => send({ status: 'pending' }, { silent: false }),
    transfer: () => setQuestion({ about: 'transfer' }),
    snooze: () => {
      // Its dialog shows the last error of a change, which may be another change's.
      change.reset()
      setQuestion({ about: 'snooze' })
    },
    wake: ticket.snoozedUntil ? () => snooze(null, 'tickets.snooze.ended') : undefined,
    resolve: (how = { silent: false }) => resolve(how),
    remove: () => setQuestion({ about: 'delete' }),
    share: () => setQuestion({ about: 'share' }),
    dialogs: (
      <>
        {question?.about === 'transfer' && (
          <TransferDialog ticket={ticket} directory={directory} onTransferred={onLeft} onClose={close} />
        )}
        {question?.about === 'queue' && (
          <QueueDialog
            queueIds={queueIds}
            directory={directory}
            isBusy={change.isPending}
            onChoose={open}
            onClose={close}
          />
        )}
        {question?.about === 'snooze' && (
          <SnoozeDialog
            isBusy={change.isPending}
            error={change.error}
            onChoose={(until) => snooze(until, 'tickets.snooze.done')}
            onClose={close}
          />
        )}
        {question?.about === 'newMessages' && (
          <NewMessagesDialog
            count={question.count}
            isBusy={change.isPending}
            onAnyway={() => resolve({ silent: question.silent, force: true })}
            onClose={close}
          />
        )}
        {question?.about === 'share' && <ShareTicketDialog ticketUuid={ticket.uuid} onClose={close} />}
        {question?.about === 'delete' && (
          <DeleteTicketDialog ticket={ticket} onDeleted={onLeft} onClose={close} />
        )}
      </>
    ),
  }
}

/** The question that a refusal leads to; undefined for a refusal that is only told. */
function questionAfter(error: unknown, silent: boolean): Question | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'ERR_QUEUE_NEEDED') return { about: 'queue' }
  if (error.code === 'ERR_NEW_MESSAGES')
    return { about: 'newMessages', count: Number(error.values.count ?? 1), silent }
  return undefined
}

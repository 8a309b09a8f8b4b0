import { Drawer } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { ApiError } from '@recado/shared/http/api-error'
import type { TicketWithDraft } from '@recado/shared/tickets/contract/ticket'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { RecordProblem } from '../../ui/RecordProblem.tsx'
import { useEscape } from '../../ui/use-escape.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { useNavigateFromHere } from '../../ui/use-navigate-from-here.ts'
import { useWidth } from '../../ui/use-width.ts'
import { useTicketActions } from '../actions/use-ticket-actions.tsx'
import { Composer } from '../composer/Composer.tsx'
import { composerMode } from '../composer/composer-mode.ts'
import { useOutgoingMessages } from '../composer/use-outgoing-messages.ts'
import { ContactPanel } from '../contact/ContactPanel.tsx'
import { useDeskActor, useDirectory } from '../directory.ts'
import { EditComposer } from '../editing/EditComposer.tsx'
import { useTicketKeys } from '../keyboard/use-ticket-keys.ts'
import { useAim } from '../messages/actions/use-aim.ts'
import { MessageList } from '../messages/MessageList.tsx'
import { OfflineBar } from '../outbox/OfflineBar.tsx'
import { ticketQuery } from '../queries.ts'
import type { TicketsSearch } from '../search.ts'
import { ticketTitle } from '../ticket-title.ts'
import classes from './page.module.css'
import { TicketHeader } from './TicketHeader.tsx'
import { TicketSkeleton } from './TicketSkeleton.tsx'
import { useEscapeToList } from './use-escape-to-list.ts'
import { usePanelRoom } from './use-panel-room.ts'

interface TicketPaneProps {
  uuid: string
  search: TicketsSearch
}

/** The open ticket: its header, conversation and composer, and the panel of its contact. */
export function TicketPane({ uuid, search: { message, ...search } }: TicketPaneProps) {
  const { data: ticket, error, refetch, isFetching } = useQuery(ticketQuery(uuid))
  useEscapeToList(search)
  // Without an answer from the server the conversation stays, with what is being written.
  if (error && (!ticket || isGone(error)))
    return (
      <div className={classes.nothing}>
        <RecordProblem error={error} back="/tickets" onRetry={refetch} isRetrying={isFetching} />
      </div>
    )
  if (!ticket) return <TicketSkeleton />
  // Another ticket begins with its own draft and place.
  return <OpenTicket key={ticket.id} ticket={ticket} search={search} messageId={message} />
}

/** The ticket was deleted, or the user may not see it any more. */
const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 403)

interface OpenTicketProps {
  ticket: TicketWithDraft
  search: TicketsSearch
  /** The message that the conversation shows first. */
  messageId: string | undefined
}

function OpenTicket({ ticket, search, messageId }: OpenTicketProps) {
  const { t } = useTexts()
  const navigate = useNavigateFromHere()
  const directory = useDirectory()
  const actor = useDeskActor()
  const { ref, width } = useWidth()
  const isPhone = useIsPhone()
  const hasRoom = usePanelRoom(width)
  const [isPanelKept, setIsPanelKept] = useLocalStorage({
    key: 'recado.contactPanel',
    defaultValue: true,
    getInitialValueInEffect: false,
  })
  const [isDrawerOpen, setIsDrawerOpen] = useState(false)
  useEscape(!hasRoom && isDrawerOpen, () => setIsDrawerOpen(false))
  // Going back leads to the page before this conversation, and not to this conversation again.
  const showOwn = useCallback(
    () => navigate({ to: '/tickets/$uuid', params: { uuid: ticket.uuid }, search: {}, replace: true }),
    [navigate, ticket.uuid],
  )
  // What was read before counts as seen; what comes into view raises it.
  const seenSeq = useRef(ticket.readSeq)
  const { actionsOf, dialogs } = useTicketActions(directory, {
    seenSeq: () => Math.max(seenSeq.current, ticket.readSeq),
    onOpened: showOwn,
    onLeft: () => navigate({ to: '/tickets', search }),
  })
  const actions = actionsOf(ticket)
  useTicketKeys(ticket, actions)
  const messages = useOutgoingMessages(ticket)
  const aim = useAim(ticket)
  const mode = actor && composerMode(ticket, actor.userId)
  const mayWrite = mode === 'write' || (mode === 'colleague' && actor?.seesAll === true)
  return (
    <div ref={ref} className={classes.open}>
      <section
        className={classes.conversation}
        aria-label={t('tickets.conversationWith', { name: ticketTitle(ticket.name) })}
      >
        <TicketHeader
          ticket={ticket}
          directory={directory}
          actions={actions}
          search={search}
          isPanelOpen={hasRoom ? isPanelKept : isDrawerOpen}
          onPanel={() => (hasRoom ? setIsPanelKept(!isPanelKept) : setIsDrawerOpen(true))}
        />
        <MessageList
          ticket={ticket}
          directory={directory}
          outgoing={messages.outgoing}
          onRetry={messages.retry}
          onSendAsDocument={messages.sendAsDocument}
          onDiscard={messages.discard}
          mayWrite={mayWrite}
          aim={aim}
          seenSeq={seenSeq}
          messageId={messageId}
          onNewest={() => navigate({ to: '.', search, replace: true })}
        />
        <OfflineBar />
        {aim.edited && (
          <EditComposer key={aim.edited.id} ticketId={ticket.id} message={aim.edited} aim={aim} />
        )}
        <Composer
          ticket={ticket}
          directory={directory}
          actions={actions}
          messages={messages}
          aim={aim}
          onAccepted={showOwn}
        />
      </section>
      {hasRoom && isPanelKept && (
        <aside className={classes.contact} aria-label={t('tickets.panel.title')}>
          <ContactPanel ticket={ticket} directory={directory} onClose={() => setIsPanelKept(false)} />
        </aside>
      )}
      <Drawer
        opened={!hasRoom && isDrawerOpen}
        onClose={() => setIsDrawerOpen(false)}
        // A dialog above it takes the key first.
        closeOnEscape={false}
        position="right"
        size={isPhone ? '100%' : 340}
        padding={0}
        title={ticket.isGroup ? t('tickets.panel.group') : t('tickets.panel.title')}
        closeButtonProps={{ 'aria-label': t('tickets.panel.close') }}
        classNames={{ header: classes.drawerHeader }}
        attributes={{ header: { role: 'presentation' } }}
      >
        <ContactPanel ticket={ticket} directory={directory} />
      </Drawer>
      {dialogs}
    </div>
  )
}

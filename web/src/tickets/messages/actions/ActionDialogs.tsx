import { Button, Group, Stack, Text } from '@mantine/core'
import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { useTexts } from '../../../i18n/use-texts.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { later } from '../../../ui/later.tsx'
import { ticketTitle } from '../../ticket-title.ts'
import { useDeleteMessage, useRetryMessage } from './mutations.ts'

const ForwardDialog = later(
  async () => (await import('./ForwardDialog.tsx')).ForwardDialog,
  ({ onClose }) => onClose(),
)
const EmojiGrid = later(async () => (await import('../../emoji/EmojiGrid.tsx')).EmojiGrid)

/** What a dialog is about, and its message. */
export interface AskedAction {
  kind: 'delete' | 'forward' | 'react' | 'sendAgain' | 'checkOnPhone'
  message: ShownMessage
}

interface ActionDialogsProps {
  asked: AskedAction
  ticket: Ticket
  messages: readonly ShownMessage[]
  onReact: (message: ShownMessage, emoji: string) => void
  onClose: () => void
}

/** The dialog of an action on a message. */
export function ActionDialogs({ asked, ticket, messages, onReact, onClose }: ActionDialogsProps) {
  const { t } = useTexts()
  const { kind, message } = asked
  const remove = useDeleteMessage(ticket.id)
  const retry = useRetryMessage(ticket.id)
  switch (kind) {
    case 'delete':
      return (
        <ConfirmDialog
          opened
          danger
          title={t('tickets.message.deleteTitle')}
          action={t('tickets.message.delete')}
          isBusy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(message.id, { onSuccess: onClose })}
          onClose={onClose}
        >
          {t('tickets.message.deleteText')}
        </ConfirmDialog>
      )
    case 'sendAgain':
      return (
        <ConfirmDialog
          opened
          title={t('tickets.send.againTitle')}
          action={t('tickets.send.again')}
          isBusy={retry.isPending}
          error={retry.error}
          onConfirm={() => retry.mutate(message, { onSuccess: onClose })}
          onClose={onClose}
        >
          {t('tickets.send.againText')}
        </ConfirmDialog>
      )
    case 'checkOnPhone':
      return (
        <Dialog opened onClose={onClose} title={t('tickets.send.checkTitle')} fullScreen={false}>
          <Stack>
            <Text>{t('tickets.send.checkText', { name: ticketTitle(ticket.name) })}</Text>
            <Group justify="flex-end">
              <Button onClick={onClose} data-autofocus>
                {t('common.close')}
              </Button>
            </Group>
          </Stack>
        </Dialog>
      )
    case 'forward':
      return <ForwardDialog ticket={ticket} messages={messages} first={message} onClose={onClose} />
    case 'react':
      return (
        <Dialog opened onClose={onClose} title={t('tickets.message.react')} size="sm">
          <EmojiGrid
            onPick={(emoji) => {
              onReact(message, emoji)
              onClose()
            }}
          />
        </Dialog>
      )
  }
}

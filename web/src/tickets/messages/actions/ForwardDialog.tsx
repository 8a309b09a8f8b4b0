import { Alert, Button, Checkbox, Group, Loader, Stack, Text, TextInput } from '@mantine/core'
import { FORWARDED_MAX } from '@recado/shared/tickets/contract/message-routes'
import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import type { Ticket, TicketTab } from '@recado/shared/tickets/contract/ticket'
import { useState } from 'react'
import { useTexts } from '../../../i18n/use-texts.ts'
import { contentWords } from '../../../messages/content-words.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { textOf, toastSuccess } from '../../../ui/toast.ts'
import { useTickets } from '../../queries.ts'
import classes from './actions.module.css'
import { canForward } from './available.ts'
import { useForwardMessages } from './mutations.ts'

interface ForwardDialogProps {
  ticket: Ticket
  /** The loaded messages of the conversation, oldest first. */
  messages: readonly ShownMessage[]
  /** The message whose menu opened the dialog. */
  first: ShownMessage
  onClose: () => void
}

/** Forwards messages: first which ones, then to which of one's conversations. */
export function ForwardDialog({ ticket, messages, first, onClose }: ForwardDialogProps) {
  const { t } = useTexts()
  const [messageIds, setMessageIds] = useState([first.id])
  const [ticketIds, setTicketIds] = useState<string[]>([])
  const [isChoosingTickets, setIsChoosingTickets] = useState(false)
  const forward = useForwardMessages(ticket.id)
  const send = () => {
    // In the order of the conversation.
    const inOrder = messages.filter(({ id }) => messageIds.includes(id)).map(({ id }) => id)
    forward.mutate(
      { messageIds: inOrder, ticketIds },
      {
        onSuccess: () => {
          toastSuccess(t('tickets.forward.done', { count: ticketIds.length }))
          onClose()
        },
      },
    )
  }
  const isReady = isChoosingTickets ? ticketIds.length > 0 : messageIds.length > 0
  return (
    <Dialog
      opened
      onClose={onClose}
      title={isChoosingTickets ? t('tickets.forward.toWhom') : t('tickets.forward.which')}
    >
      <Stack>
        {forward.error && (
          <Alert color="red" role="alert">
            {textOf(forward.error)}
          </Alert>
        )}
        {isChoosingTickets ? (
          <TicketChoices except={ticket.id} chosen={ticketIds} onChoose={setTicketIds} />
        ) : (
          <MessageChoices messages={messages} chosen={messageIds} onChoose={setMessageIds} />
        )}
        <Group justify="flex-end">
          {isChoosingTickets && (
            <Button variant="default" onClick={() => setIsChoosingTickets(false)}>
              {t('common.back')}
            </Button>
          )}
          <Button
            disabled={!isReady}
            loading={forward.isPending}
            onClick={() => (isChoosingTickets ? send() : setIsChoosingTickets(true))}
          >
            {isChoosingTickets ? t('tickets.message.forward') : t('tickets.forward.next')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

interface MessageChoicesProps {
  messages: readonly ShownMessage[]
  chosen: string[]
  onChoose: (ids: string[]) => void
}

function MessageChoices({ messages, chosen, onChoose }: MessageChoicesProps) {
  const { t } = useTexts()
  const choices = messages
    .filter(canForward)
    .map(({ id, content }) => ({
      id,
      label: content.type === 'note' || content.type === 'event' ? '' : contentWords(content, t),
    }))
    .reverse()
  return <Choices label={t('tickets.forward.which')} choices={choices} chosen={chosen} onChoose={onChoose} />
}

interface TicketChoicesProps {
  except: string
  chosen: string[]
  onChoose: (ids: string[]) => void
}

const viewOf = (tab: TicketTab) => ({ tab, all: false, queueIds: [], tagIds: [], unread: false })
const OWN = viewOf('atendendo')
const GROUPS = { ...viewOf('grupos'), all: true }

function TicketChoices({ except, chosen, onChoose }: TicketChoicesProps) {
  const { t } = useTexts()
  const [words, setWords] = useState('')
  const own = useTickets(OWN)
  const groups = useTickets(GROUPS)
  if (own.isPending || groups.isPending) return <Loader aria-label={t('common.loading')} />
  const wanted = words.trim().toLowerCase()
  const choices = [...own.records, ...groups.records]
    .filter(({ id, name }) => id !== except && name.toLowerCase().includes(wanted))
    .map(({ id, name }) => ({ id, label: name }))
  return (
    <>
      <TextInput
        label={t('tickets.forward.search')}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        data-autofocus
      />
      <Choices label={t('tickets.forward.toWhom')} choices={choices} chosen={chosen} onChoose={onChoose} />
    </>
  )
}

interface ChoicesProps {
  label: string
  choices: { id: string; label: string }[]
  chosen: string[]
  onChoose: (ids: string[]) => void
}

/** Up to five choices; further ones are disabled. */
function Choices({ label, choices, chosen, onChoose }: ChoicesProps) {
  const { t } = useTexts()
  if (choices.length === 0) return <Text c="dimmed">{t('tickets.forward.none')}</Text>
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('tickets.forward.most', { count: FORWARDED_MAX })}
      </Text>
      <Checkbox.Group value={chosen} onChange={onChoose} aria-label={label}>
        <div className={classes.choices}>
          {choices.map((choice) => (
            <Checkbox
              key={choice.id}
              className={classes.choice}
              value={choice.id}
              label={<bdi>{choice.label}</bdi>}
              disabled={chosen.length >= FORWARDED_MAX && !chosen.includes(choice.id)}
            />
          ))}
        </div>
      </Checkbox.Group>
    </>
  )
}

import { Alert, Button, Group, Stack } from '@mantine/core'
import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../../i18n/use-texts.ts'
import { contentWords } from '../../../messages/content-words.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { textOf, toastSuccess } from '../../../ui/toast.ts'
import { canForward } from './available.ts'
import { Choices } from './Choices.tsx'
import { type ForwardTarget, ForwardTargets } from './ForwardTargets.tsx'
import { useForwardMessages } from './mutations.ts'

interface ForwardDialogProps {
  ticket: Ticket
  /** The loaded messages of the conversation, oldest first. */
  messages: readonly ShownMessage[]
  /** The message whose menu opened the dialog. */
  first: ShownMessage
  onClose: () => void
}

/** Forwards messages: first which ones, then to which conversations and contacts. */
export function ForwardDialog({ ticket, messages, first, onClose }: ForwardDialogProps) {
  const { t } = useTexts()
  const [messageIds, setMessageIds] = useState([first.id])
  const [targets, setTargets] = useState<ForwardTarget[]>([])
  const [isChoosingTargets, setIsChoosingTargets] = useState(false)
  const forward = useForwardMessages()
  const send = () => {
    // In the order of the conversation.
    const inOrder = messages.filter(({ id }) => messageIds.includes(id)).map(({ id }) => id)
    forward.mutate(
      { messageIds: inOrder, to: targets.map(({ to }) => to) },
      {
        onSuccess: () => {
          toastSuccess(t('tickets.forward.done', { count: targets.length }))
          onClose()
        },
      },
    )
  }
  const isReady = isChoosingTargets ? targets.length > 0 : messageIds.length > 0
  return (
    <Dialog
      opened
      isBusy={forward.isPending}
      onClose={onClose}
      title={isChoosingTargets ? t('tickets.forward.toWhom') : t('tickets.forward.which')}
    >
      <Stack>
        {forward.error && (
          <Alert color="red" role="alert">
            {textOf(forward.error)}
          </Alert>
        )}
        <Step key={String(isChoosingTargets)}>
          {isChoosingTargets ? (
            <ForwardTargets source={ticket} chosen={targets} onChoose={setTargets} />
          ) : (
            <MessageChoices messages={messages} chosen={messageIds} onChoose={setMessageIds} />
          )}
        </Step>
        <Group justify="flex-end">
          {isChoosingTargets && (
            <Button
              variant="default"
              disabled={forward.isPending}
              onClick={() => setIsChoosingTargets(false)}
            >
              {t('common.back')}
            </Button>
          )}
          <Button
            disabled={!isReady}
            loading={forward.isPending}
            onClick={() => (isChoosingTargets ? send() : setIsChoosingTargets(true))}
          >
            {isChoosingTargets ? t('tickets.message.forward') : t('tickets.forward.next')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** A step of the dialog, which begins at its first field. */
function Step({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [])
  return <Stack ref={ref}>{children}</Stack>
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
  return (
    <Choices
      label={t('tickets.forward.which')}
      choices={choices}
      chosen={chosen}
      onChoose={onChoose}
      focusedId={chosen[0]}
    />
  )
}

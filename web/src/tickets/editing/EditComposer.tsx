import { ActionIcon, Alert, Button, Textarea } from '@mantine/core'
import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import { MESSAGE_MAX } from '@recado/shared/tickets/contract/ticket'
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { textOf } from '../../ui/toast.ts'
import { textIn } from '../messages/actions/available.ts'
import { useEditMessage } from '../messages/actions/mutations.ts'
import classes from './editing.module.css'

interface EditComposerProps {
  ticketId: string
  message: ShownMessage
  onDone: () => void
}

/** Changes the words of a sent message. It stands where answers are written; what was typed there stays as a draft. */
export function EditComposer({ ticketId, message, onDone }: EditComposerProps) {
  const { t } = useTexts()
  const before = textIn(message)
  const [text, setText] = useState(before)
  const { mutate, isPending, error } = useEditMessage(ticketId)
  const isBlank = text.trim() === ''
  const save = () => {
    if (isBlank || isPending) return
    if (text === before) return onDone()
    mutate({ messageId: message.id, text }, { onSuccess: onDone })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      // The page takes the key to go back to the list.
      event.preventDefault()
      event.stopPropagation()
      onDone()
    }
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    save()
  }
  return (
    <div className={classes.composer}>
      {error && (
        <Alert color="red" role="alert" py="xs">
          {textOf(error)}
        </Alert>
      )}
      <div className={classes.bar}>
        <IconPencil size={16} aria-hidden />
        <span className={classes.words}>{t('tickets.editing.title')}</span>
        <ActionIcon variant="subtle" color="gray" aria-label={t('tickets.editing.cancel')} onClick={onDone}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </div>
      <div className={classes.line}>
        <Textarea
          className={classes.field}
          aria-label={t('tickets.editing.field')}
          autosize
          minRows={1}
          maxRows={8}
          maxLength={MESSAGE_MAX}
          value={text}
          autoFocus
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <Button
          px={14}
          disabled={isBlank}
          loading={isPending}
          aria-label={t('tickets.editing.save')}
          onClick={save}
        >
          <IconCheck size={20} aria-hidden />
        </Button>
      </div>
    </div>
  )
}

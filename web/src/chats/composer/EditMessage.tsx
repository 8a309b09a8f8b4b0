import { ActionIcon, Alert, Button, Textarea } from '@mantine/core'
import { CHAT_TEXT_MAX, type ChatMessage } from '@recado/shared/chats/chat'
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import classes from '../../tickets/editing/editing.module.css'
import { textOf } from '../../ui/toast.ts'
import { useEditChatMessage } from '../queries.ts'

interface EditMessageProps {
  chatId: string
  message: ChatMessage
  onDone: () => void
}

/** Changes the words of one's own message. It stands where messages are written; what was typed there stays as a draft. */
export function EditMessage({ chatId, message, onDone }: EditMessageProps) {
  const { t } = useTexts()
  const [text, setText] = useState(message.text)
  const { mutate, isPending, error } = useEditChatMessage(chatId)
  const isBlank = text.trim() === ''
  const save = () => {
    if (isBlank || isPending) return
    if (text === message.text) return onDone()
    mutate({ messageId: message.id, text }, { onSuccess: onDone })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
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
          maxLength={CHAT_TEXT_MAX}
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

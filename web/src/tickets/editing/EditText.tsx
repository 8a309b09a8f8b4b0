import { ActionIcon, Alert, Button, Textarea } from '@mantine/core'
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { DiscardQuestion } from '../../ui/DiscardQuestion.tsx'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { textOf } from '../../ui/toast.ts'
import classes from './editing.module.css'

interface EditTextProps {
  before: string
  maxLength: number
  isPending: boolean
  error: unknown
  /** Called with other words than before. */
  onSave: (text: string) => void
  onDone: () => void
}

/** The field for the new words of a sent message. It stands where messages are written; the draft there stays. */
export function EditText({ before, maxLength, isPending, error, onSave, onDone }: EditTextProps) {
  const { t } = useTexts()
  const [text, setText] = useState(before)
  const [isAsking, setIsAsking] = useState(false)
  const isBlank = text.trim() === ''
  const isChanged = text !== before
  const cancel = () => {
    if (isChanged) setIsAsking(true)
    else onDone()
  }
  const save = () => {
    if (isBlank || isPending) return
    if (!isChanged) return onDone()
    onSave(text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      // The page takes the key to go back to the list.
      event.preventDefault()
      event.stopPropagation()
      cancel()
    }
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    save()
  }
  return (
    <div className={classes.composer}>
      <LeaveGuard isDirty={isChanged} />
      <DiscardQuestion opened={isAsking} onDiscard={onDone} onClose={() => setIsAsking(false)} />
      {error != null && (
        <Alert color="red" role="alert" py="xs">
          {textOf(error)}
        </Alert>
      )}
      <div className={classes.bar}>
        <IconPencil size={16} aria-hidden />
        <span className={classes.words}>{t('tickets.editing.title')}</span>
        <ActionIcon variant="subtle" color="gray" aria-label={t('tickets.editing.cancel')} onClick={cancel}>
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
          maxLength={maxLength}
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

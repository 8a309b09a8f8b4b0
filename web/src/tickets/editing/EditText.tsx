import { ActionIcon, Alert, Button, Textarea } from '@mantine/core'
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { enterKey } from '../../messages/enter-key.ts'
import type { EditAim } from '../../messages/use-edit-aim.ts'
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
  aim: EditAim
}

/** The user goes on behind the last word. */
const toEnd = ({ currentTarget }: FocusEvent<HTMLTextAreaElement>) =>
  currentTarget.setSelectionRange(currentTarget.value.length, currentTarget.value.length)

/** The field for the new words of a sent message. It stands where messages are written; the draft there stays. */
export function EditText({ before, maxLength, isPending, error, onSave, aim }: EditTextProps) {
  const { t } = useTexts()
  const [text, setText] = useState(before)
  const fieldRef = useRef<HTMLTextAreaElement>(null)
  const isBlank = text.trim() === ''
  const isChanged = text !== before
  const save = () => {
    if (isBlank || isPending) return
    if (!isChanged) return aim.endEdit()
    onSave(text)
  }
  // The answer ends the edit, or shows an error here.
  const cancel = () => {
    if (!isPending) aim.cancelEdit()
  }
  const { enterKeyHint, onEnter } = enterKey(save)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      // The page takes the key to go back to the list.
      event.preventDefault()
      event.stopPropagation()
      cancel()
    }
    onEnter(event)
  }
  return (
    <div className={classes.composer}>
      <LeaveGuard staysOverTabs isDirty={isChanged} />
      <DiscardQuestion
        opened={aim.isAsking}
        onDiscard={aim.endEdit}
        onClose={() => {
          aim.keepEdit()
          fieldRef.current?.focus()
        }}
      />
      {error != null && (
        <Alert color="red" role="alert" py="xs">
          {textOf(error)}
        </Alert>
      )}
      <div className={classes.bar}>
        <IconPencil size={16} aria-hidden />
        <span className={classes.words}>{t('tickets.editing.title')}</span>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('tickets.editing.cancel')}
          disabled={isPending}
          onClick={cancel}
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </div>
      <div className={classes.line}>
        <Textarea
          ref={fieldRef}
          className={classes.field}
          aria-label={t('tickets.editing.field')}
          autosize
          minRows={1}
          maxRows={8}
          maxLength={maxLength}
          value={text}
          // Words that are typed now would go with the saved ones.
          readOnly={isPending}
          autoFocus
          enterKeyHint={enterKeyHint}
          onFocus={toEnd}
          onChange={({ currentTarget: { value } }) => {
            setText(value)
            aim.noteChange(value !== before)
          }}
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

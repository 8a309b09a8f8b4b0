import { Button } from '@mantine/core'
import { IconSend2 } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import classes from './composer.module.css'

interface SendButtonProps {
  /** The answer accepts the ticket first. */
  accepts?: boolean
  isNote?: boolean
  isEmpty: boolean
  isBusy?: boolean
  onSend: () => void
}

/** The button beside a field for messages: it sends the message, or saves the note. */
export function SendButton({ accepts, isNote, isEmpty, isBusy, onSend }: SendButtonProps) {
  const { t } = useTexts()
  const isSign = !isNote && !accepts
  return (
    <Button
      className={classes.send}
      variant={isNote ? 'light' : 'filled'}
      color={isNote ? 'yellow' : undefined}
      disabled={isEmpty}
      loading={isBusy}
      aria-label={isSign ? t('tickets.composer.send') : undefined}
      // The field keeps the focus. A phone closes its keyboard when the field loses the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onSend}
    >
      {isNote && t('tickets.composer.saveNote')}
      {!isNote && accepts && t('tickets.composer.acceptAndSend')}
      {isSign && <IconSend2 size={20} aria-hidden />}
    </Button>
  )
}

import { UnstyledButton } from '@mantine/core'
import { useTexts } from '../../../i18n/use-texts.ts'
import { personOfNumber } from '../../opening/person.ts'
import { useNewConversation } from '../../opening/use-new-conversation.tsx'
import classes from './bubbles.module.css'

interface PhoneNumberProps {
  /** Digits with country code. */
  number: string
  /** The number as it was written. */
  text: string
}

/** A number in a message. It begins a conversation. */
export function PhoneNumber({ number, text }: PhoneNumberProps) {
  const { t } = useTexts()
  const { begin, dialog } = useNewConversation()
  const label = t('tickets.begin.with', { name: text })
  return (
    <>
      <UnstyledButton
        className={classes.number}
        aria-label={label}
        title={t('tickets.begin.action')}
        onClick={() => begin(personOfNumber(number))}
      >
        {text}
      </UnstyledButton>
      {dialog}
    </>
  )
}

import { TextInput, type TextInputProps } from '@mantine/core'
import { useTexts } from '../i18n/use-texts.ts'

/** The code of the second step: six digits of an authenticator, or a recovery code. */
export function CodeField(props: TextInputProps) {
  const { t } = useTexts()
  return (
    <TextInput
      label={t('session.code')}
      description={t('session.codeHint')}
      autoComplete="one-time-code"
      autoFocus
      {...props}
    />
  )
}

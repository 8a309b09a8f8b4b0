import { Select, Switch, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { useTexts } from '../../i18n/use-texts.ts'
import { required } from '../../ui/required.ts'

/** Durations of access for support, in minutes. */
const SUPPORT_MINUTES = ['15', '30', '60'] as const

/** Values of a grant of access for support. */
export interface GrantValues {
  reason: string
  minutes: string
  mayChange: boolean
}

export const NEW_GRANT: GrantValues = { reason: '', minutes: '30', mayChange: false }

interface GrantFieldsProps {
  inputOf: (field: keyof GrantValues, type?: { type: 'checkbox' }) => GetInputPropsReturnType
  hasFocus?: boolean
}

/** Why and how long somebody works in another company, and whether they may change something there. */
export function GrantFields({ inputOf, hasFocus }: GrantFieldsProps) {
  const { t } = useTexts()
  return (
    <>
      <TextInput
        label={t('users.support.reason')}
        description={t('users.support.reasonHint')}
        {...required}
        data-autofocus={hasFocus || undefined}
        {...inputOf('reason')}
      />
      <Select
        label={t('users.support.duration')}
        data={SUPPORT_MINUTES.map((minutes) => ({
          value: minutes,
          label: t('users.support.minutes', { minutes }),
        }))}
        {...inputOf('minutes')}
      />
      <Switch
        label={t('users.support.mayChange')}
        description={t('users.support.mayChangeHint')}
        {...inputOf('mayChange', { type: 'checkbox' })}
      />
    </>
  )
}

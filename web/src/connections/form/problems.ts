import type { FormErrors, UseFormReturnType } from '@mantine/form'
import { connectionInput } from '@recado/shared/connections/connection'
import i18next from 'i18next'
import { validatedBy } from '../../ui/form.ts'
import { type ConnectionValues, sentOf } from './values.ts'

export type ConnectionForm = UseFormReturnType<ConnectionValues>

const validated = validatedBy(connectionInput)

/** What is wrong by the contract, and the rule that several queues need a greeting (part 3 §4). */
export function problemsOf(values: ConnectionValues): FormErrors {
  const problems = validated(sentOf(values))
  const asksNothing = values.queueIds.length > 1 && values.greetingMessage.trim() === ''
  return asksNothing
    ? { ...problems, greetingMessage: i18next.t('errors.ERR_WAPP_GREETING_REQUIRED') }
    : problems
}

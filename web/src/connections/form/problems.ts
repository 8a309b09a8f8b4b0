import type { FormErrors, UseFormReturnType } from '@mantine/form'
import { connectionInput } from '@recado/shared/connections/connection'
import i18next from 'i18next'
import { validatedBy } from '../../ui/form.ts'
import { type ConnectionValues, connectionInputOf } from './values.ts'

export type ConnectionForm = UseFormReturnType<ConnectionValues>

const validated = validatedBy(connectionInput)

/** Validates by the contract's schema, and requires a greeting for several queues (part 3 §4). */
export function validateConnectionForm(values: ConnectionValues): FormErrors {
  const problems = validated(connectionInputOf(values))
  const asksNothing = values.queueIds.length > 1 && values.greetingMessage.trim() === ''
  return asksNothing
    ? { ...problems, greetingMessage: i18next.t('errors.ERR_WAPP_GREETING_REQUIRED') }
    : problems
}

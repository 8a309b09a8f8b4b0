import type { FormErrors } from '@mantine/form'
import { DESK_SETTINGS, type DeskSettings } from '@recado/shared/tickets/contract/desk-settings'
import i18next from 'i18next'
import * as z from 'zod'
import { validatedBy } from '../../ui/form.ts'

/** The settings of customer service, as the texts that the API takes. */
export type DeskValues = Record<keyof DeskSettings, string>

/** One setting to save. */
export interface SettingText {
  settingKey: string
  value: string
}

/** The settings in the answer of the API; a setting that is missing there is empty. */
export const deskValuesOf = (settings: ReadonlyMap<string, string>): DeskValues => ({
  reopenMinutes: settings.get('reopenMinutes') ?? '',
  triageMinutes: settings.get('triageMinutes') ?? '',
  idleCloseHours: settings.get('idleCloseHours') ?? '',
  idleMessage: settings.get('idleMessage') ?? '',
  signMessages: settings.get('signMessages') ?? '',
  historyVisibility: settings.get('historyVisibility') ?? '',
  transferMessage: settings.get('transferMessage') ?? '',
  thanksWords: settings.get('thanksWords') ?? '',
})

/**
 * The settings that the user changed.
 * @param before the values that were loaded, or saved last
 */
export function changedDeskSettings(values: DeskValues, before: DeskValues): SettingText[] {
  const unchanged = new Map(Object.entries(before))
  return Object.entries(values)
    .filter(([key, value]) => unchanged.get(key) !== value)
    .map(([settingKey, value]) => ({ settingKey, value }))
}

const MINUTES = { invalid: 'options.desk.minutesInvalid' } as const
const validated = validatedBy(z.object(DESK_SETTINGS), 'form.fieldRequired', {
  reopenMinutes: MINUTES,
  triageMinutes: MINUTES,
  idleCloseHours: { invalid: 'options.desk.hoursInvalid' },
  idleMessage: { tooLong: 'options.desk.transferMessageTooLong' },
  transferMessage: { tooLong: 'options.desk.transferMessageTooLong' },
})

/** Checks the form by the contract's schemas. A fault of a single word is shown at the field of all words. */
export function deskProblems(values: DeskValues): FormErrors {
  const problems = Object.entries(validated(values))
  const others = problems.filter(([path]) => !path.startsWith('thanksWords'))
  const hasFaultyWords = others.length < problems.length
  return {
    ...Object.fromEntries(others),
    ...(hasFaultyWords && { thanksWords: i18next.t('options.desk.thanksWordsInvalid') }),
  }
}

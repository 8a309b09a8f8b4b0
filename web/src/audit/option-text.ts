import type { SETTINGS } from '@recado/shared/settings/setting'
import type { DeskSettings } from '@recado/shared/tickets/contract/desk-settings'
import type { TextKey } from '../i18n/index.ts'

type Option = keyof typeof SETTINGS | keyof DeskSettings | 'timezone'

const TEXTS: Record<Option, TextKey> = {
  userRating: 'options.userRating',
  scheduleType: 'options.scheduleType',
  timezone: 'settings.zone',
  campaignsEnabled: 'companies.form.campaignsEnabled',
  reopenMinutes: 'options.desk.reopenMinutes',
  triageMinutes: 'options.desk.triageMinutes',
  idleCloseHours: 'options.desk.idleCloseHours',
  idleMessage: 'options.desk.idleMessage',
  signMessages: 'options.desk.signMessages',
  historyVisibility: 'options.desk.historyVisibility',
  transferMessage: 'options.desk.transferMessage',
  thanksWords: 'options.desk.thanksWords',
}

const texts = new Map<string, TextKey>(Object.entries(TEXTS))

/** The text that names an option of a company, as its page does; undefined for an option of an earlier version. */
export const optionText = (settingKey: string): TextKey | undefined => texts.get(settingKey)

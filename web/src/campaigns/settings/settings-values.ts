import { type CampaignSettings, DEFAULT_SEND_WINDOWS } from '@recado/shared/campaigns/contract/settings'
import { DEFAULT_OPT_OUT_WORDS, DEFAULT_RETURN_WORDS } from '@recado/shared/contact-blocks/opt-out-words'
import { withoutFaulty } from '../../ui/hours/periods.ts'

type SettingsValues = ReturnType<typeof settingsValues>

/** The settings as the form shows them. */
export const settingsValues = (settings: CampaignSettings) => ({
  ...settings,
  sendWindows: settings.sendWindows ?? DEFAULT_SEND_WINDOWS,
  optOutWords: settings.optOutWords ?? DEFAULT_OPT_OUT_WORDS,
  returnWords: settings.returnWords ?? DEFAULT_RETURN_WORDS,
})

/**
 * The request that saves the form. It omits send windows and words that the user did not change: a colleague may have
 * changed them since the page was loaded. The API takes the pace only as a whole.
 * @param before the values that were loaded, or saved last
 */
export function settingsToSave(values: SettingsValues, before: SettingsValues): CampaignSettings {
  const { sendWindows, optOutWords, returnWords, ...pace } = values
  return {
    ...pace,
    ...(!isSame(sendWindows, before.sendWindows) && { sendWindows: withoutFaulty(sendWindows) }),
    ...(!isSame(optOutWords, before.optOutWords) && { optOutWords }),
    ...(!isSame(returnWords, before.returnWords) && { returnWords }),
  }
}

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other)

import * as z from 'zod'
import { DEFAULT_TIME_ZONE, TIME_ZONES } from '../../calendar/time-zones.ts'
import { type SendWindows, sendWindows } from '../../calendar/weekly-periods.ts'
import { OPT_OUT_MAX_LENGTH } from '../../contact-blocks/opt-out-words.ts'

/** Choices of the form. The last maximum is shown as 60 and stored as 50 (part 2 §9). */
export const MINIMUM_INTERVAL_OPTIONS = ['1', '5', '10', '15', '20', '30', '40', '60'] as const
export const MAXIMUM_INTERVAL_OPTIONS = ['0', '5', '10', '15', '20', '30', '40', '50'] as const
export const LONGER_AFTER_OPTIONS = ['0', '5', '10', '15', '20', '30'] as const
export const LONGER_PAUSE_OPTIONS = ['0', '20', '30', '40', '50', '60', '90'] as const

/** A whole number as text: seconds or messages, at most the seconds of a day. */
const wholeNumber = z.string().regex(/^\d{1,5}$/)

/** Off by default. When switched on it proposes weekdays, in two shifts. */
export const DEFAULT_SEND_WINDOWS: SendWindows = {
  enabled: false,
  periods: [1, 2, 3, 4, 5].flatMap((weekday) => [
    { weekday, from: '08:00', to: '12:00' },
    { weekday, from: '13:00', to: '18:00' },
  ]),
  holidays: [],
}

/** Words in people's answers. */
const words = z.array(z.string().trim().min(2).max(OPT_OUT_MAX_LENGTH)).max(30)

export const campaignSettings = z.object({
  messageInterval: wholeNumber,
  minimumMessageInterval: wholeNumber,
  longerIntervalAfter: wholeNumber,
  greaterInterval: wholeNumber,
  timezone: z.enum(TIME_ZONES),
  /** A JSON list of `{key}`; kept for other clients, unused here. */
  variables: z.string().max(2000),
  /** Omitted send windows and opt-out words stay as they are. */
  sendWindows: sendWindows.optional(),
  optOutWords: words.optional(),
  /** Words that end an opt-out. */
  returnWords: words.optional(),
})
export type CampaignSettings = z.infer<typeof campaignSettings>

export const DEFAULT_CAMPAIGN_SETTINGS: CampaignSettings = {
  messageInterval: '30',
  minimumMessageInterval: '5',
  longerIntervalAfter: '30',
  greaterInterval: '90',
  timezone: DEFAULT_TIME_ZONE,
  variables: '[]',
}

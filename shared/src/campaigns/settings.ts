import * as z from 'zod'
import { OPT_OUT_MAX_LENGTH } from '../contact-blocks/opt-out-words.ts'

/** The 16 Brazilian zones of the settings form (part 2 §9), by their IANA names. */
export const TIME_ZONES = [
  'America/Rio_Branco',
  'America/Maceio',
  'America/Manaus',
  'America/Eirunepe',
  'America/Noronha',
  'America/Bahia',
  'America/Fortaleza',
  'America/Sao_Paulo',
  'America/Cuiaba',
  'America/Campo_Grande',
  'America/Belem',
  'America/Santarem',
  'America/Recife',
  'America/Porto_Velho',
  'America/Boa_Vista',
  'America/Araguaina',
] as const
export const DEFAULT_TIME_ZONE = 'America/Sao_Paulo'

/** Choices of the form. The maximum's last one reads 60 and is stored as 50 (part 2 §9). */
export const MINIMUM_INTERVAL_OPTIONS = ['1', '5', '10', '15', '20', '30', '40', '60'] as const
export const MAXIMUM_INTERVAL_OPTIONS = ['0', '5', '10', '15', '20', '30', '40', '50'] as const
export const LONGER_AFTER_OPTIONS = ['0', '5', '10', '15', '20', '30'] as const
export const LONGER_PAUSE_OPTIONS = ['0', '20', '30', '40', '50', '60', '90'] as const

/** A whole number in text, seconds or messages; a day's seconds at most. */
const wholeNumber = z.string().regex(/^\d{1,5}$/)

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/)

/** A time of a weekday in which messages may leave. */
export const sendPeriod = z.strictObject({
  /** 0 Sunday to 6 Saturday. */
  weekday: z.number().int().min(0).max(6),
  /** `HH:mm` in the company's zone; `to` is the first minute outside. */
  from: timeOfDay,
  to: timeOfDay,
})
export type SendPeriod = z.infer<typeof sendPeriod>

/** When campaigns may send. Several periods of a day may overlap; on holidays nothing leaves. */
export const sendWindows = z.strictObject({
  enabled: z.boolean(),
  periods: z
    .array(sendPeriod.refine(({ from, to }) => from < to, { path: ['to'], message: 'ends_before_it_begins' }))
    .max(70),
  /** Local dates, `YYYY-MM-DD`. */
  holidays: z.array(z.iso.date()).max(366),
})
export type SendWindows = z.infer<typeof sendWindows>

/** Off. What it proposes once it is switched on: weekdays, in two shifts. */
export const DEFAULT_SEND_WINDOWS: SendWindows = {
  enabled: false,
  periods: [1, 2, 3, 4, 5].flatMap((weekday) => [
    { weekday, from: '08:00', to: '12:00' },
    { weekday, from: '13:00', to: '18:00' },
  ]),
  holidays: [],
}

/** Words that people answer with. */
const words = z.array(z.string().trim().min(2).max(OPT_OUT_MAX_LENGTH)).max(30)

export const campaignSettings = z.object({
  messageInterval: wholeNumber,
  minimumMessageInterval: wholeNumber,
  longerIntervalAfter: wholeNumber,
  greaterInterval: wholeNumber,
  timezone: z.enum(TIME_ZONES),
  /** A JSON list of `{key}`; kept for other clients, unused here. */
  variables: z.string().max(2000),
  /** Left as they are where they are not named, as the words that opt out are. */
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

import * as z from 'zod'

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

export const campaignSettings = z.object({
  messageInterval: wholeNumber,
  minimumMessageInterval: wholeNumber,
  longerIntervalAfter: wholeNumber,
  greaterInterval: wholeNumber,
  timezone: z.enum(TIME_ZONES),
  /** A JSON list of `{key}`; kept for other clients, unused here. */
  variables: z.string().max(2000),
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

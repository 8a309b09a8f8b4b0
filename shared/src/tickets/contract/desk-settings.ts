import * as z from 'zod'

/** Thanks that open no ticket soon after the end of one (part 4 §5); a company may choose other words. */
export const DEFAULT_THANKS_WORDS = [
  'obrigado',
  'obrigada',
  'obg',
  'brigado',
  'brigada',
  'muito',
  'valeu',
  'vlw',
  'ok',
  'blz',
  'beleza',
  'certo',
  'perfeito',
  '👍',
  '🙏',
  '❤️',
  '👏',
]

const SIGNATURES = ['choice', 'always', 'never'] as const
const VISIBILITIES = ['all', 'queues'] as const

/** A whole number as text. */
const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number)
    .pipe(z.number().int().min(least).max(most))

/** A text to the customer; an empty one says nothing. */
const words = z
  .string()
  .trim()
  .max(1000)
  .transform((text) => text || null)

/** The longest list of words of thanks, and the longest of them in characters. */
const THANKS_MAX = { words: 50, length: 30 }

const thanks = z
  .string()
  .transform((text) => [...new Set(text.split(/[,\n]/).map((word) => word.trim()))].filter(Boolean))
  .pipe(z.array(z.string().max(THANKS_MAX.length)).max(THANKS_MAX.words))

/** A company's decisions about its customer service (part 4 §3 and §16), as the texts that `PUT /settings/{key}` takes. */
export const DESK_SETTINGS = {
  /** Minutes after the end in which a message opens the same ticket again; 0: never. */
  reopenMinutes: wholeNumber(0, 1440),
  /** Minutes without an answer to the menu after which the default queue takes the ticket. */
  triageMinutes: wholeNumber(1, 120),
  /** Hours after the company's last message in which a silent customer's ticket ends by itself; 0: never. */
  idleCloseHours: wholeNumber(0, 720),
  /** What the customer is told at such an end. */
  idleMessage: words,
  /** Whether messages begin with the attendant's name. */
  signMessages: z.enum(SIGNATURES),
  /** Whether an attendant sees earlier tickets of queues that are not theirs. */
  historyVisibility: z.enum(VISIBILITIES),
  /** What the customer is told at a transfer. */
  transferMessage: words,
  /** Texts of only these words are thanks, separated by commas. */
  thanksWords: thanks,
} as const
type DeskSettingKey = keyof typeof DESK_SETTINGS

export type DeskSettings = { [K in DeskSettingKey]: z.output<(typeof DESK_SETTINGS)[K]> }

export const isDeskSettingKey = (key: string): key is DeskSettingKey => Object.hasOwn(DESK_SETTINGS, key)

/** The settings as texts, as `GET /settings` lists them. */
export const deskSettingTexts = (settings: DeskSettings): { key: string; value: string }[] =>
  Object.entries(settings).map(([key, value]) => ({
    key,
    value: Array.isArray(value) ? value.join(', ') : String(value ?? ''),
  }))

export const DEFAULT_DESK_SETTINGS: DeskSettings = {
  reopenMinutes: 30,
  triageMinutes: 10,
  idleCloseHours: 0,
  idleMessage: null,
  signMessages: 'choice',
  historyVisibility: 'all',
  transferMessage: null,
  thanksWords: DEFAULT_THANKS_WORDS,
}

import * as z from 'zod'
import type { Profile } from '../access.ts'
import { LANGUAGES, type Language } from '../language.ts'
import { NOTICE_KINDS, type NoticeKind } from './notice.ts'

/** How a user is told of a kind, besides the app itself. */
const channels = z.object({ browser: z.boolean(), email: z.boolean() })
export type NoticeChannels = z.infer<typeof channels>

/** How a user wants to be told of each kind. */
export const noticeSettings = z.strictObject({
  channels: z.record(z.enum(NOTICE_KINDS), z.strictObject(channels.shape)),
  language: z.enum(LANGUAGES),
})
export type NoticeSettings = z.infer<typeof noticeSettings>

/** A choice: kinds that are left out have their defaults. */
export const noticeSettingsInput = z.strictObject({
  channels: z.partialRecord(z.enum(NOTICE_KINDS), z.strictObject(channels.shape)),
  language: z.enum(LANGUAGES),
})
export type NoticeSettingsInput = z.infer<typeof noticeSettingsInput>

/** Kinds that concern the company as a whole: its admins get them. */
const ADMINS_KINDS: readonly NoticeKind[] = [
  'connection-down',
  'campaign-ended',
  'campaign-waiting',
  'campaign-failing',
  'plan',
]

/** Whether a kind is mailed. Kinds about work of the desk come too often, and pass too soon, for mails. */
export const isMailed = (kind: NoticeKind): boolean => kind === 'import-ended' || ADMINS_KINDS.includes(kind)

/** Kinds that are mailed until the user decides otherwise: messages do not leave until somebody acts. */
const MAILED_BY_DEFAULT: readonly NoticeKind[] = ['connection-down', 'campaign-waiting']

/** The kinds that users of a profile get. */
export const kindsFor = (profile: Profile): NoticeKind[] =>
  NOTICE_KINDS.filter((kind) => profile === 'admin' || !ADMINS_KINDS.includes(kind))

/** The stored choices of a user over the defaults. */
export const settingsFrom = (
  stored: { channels?: { [K in NoticeKind]?: NoticeChannels }; language?: Language } = {},
): NoticeSettings => {
  const chosen = (kind: NoticeKind): NoticeChannels => ({
    browser: true,
    email: MAILED_BY_DEFAULT.includes(kind),
    ...stored.channels?.[kind],
  })
  const entries = NOTICE_KINDS.map((kind) => [kind, chosen(kind)] as const)
  return noticeSettings.parse({ channels: Object.fromEntries(entries), language: stored.language ?? 'pt' })
}

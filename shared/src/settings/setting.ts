import * as z from 'zod'
import { TIME_ZONES } from '../calendar/time-zones.ts'
import { scheduleType, userRating } from '../companies/company.ts'

/** The settings of a company with their values, which are texts (part 2 §3). */
export const SETTINGS = {
  userRating,
  scheduleType,
  campaignsEnabled: z.enum(['true', 'false']),
} as const
type SettingKey = keyof typeof SETTINGS

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(SETTINGS, key)

/** The time zone as `PUT /settings/timezone` takes it. A company with campaigns sends it with its campaign settings. */
export const timeZone = z.enum(TIME_ZONES)

/** Only operators decide whether a company's contract includes campaigns. */
export const ONLY_OPERATORS: readonly SettingKey[] = ['campaignsEnabled']

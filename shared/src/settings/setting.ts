import * as z from 'zod'
import { scheduleType, userRating } from '../companies/company.ts'

/** What can be set of a company, and the values it takes, which are texts (part 2 §3). */
export const SETTINGS = {
  userRating,
  scheduleType,
  campaignsEnabled: z.enum(['true', 'false']),
} as const
type SettingKey = keyof typeof SETTINGS

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(SETTINGS, key)

/** Whether campaigns are part of what a company pays for is the operators' to say. */
export const ONLY_OPERATORS: readonly SettingKey[] = ['campaignsEnabled']

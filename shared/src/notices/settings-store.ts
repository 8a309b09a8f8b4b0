import { type Key, partition } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { type NoticeSettings, type NoticeSettingsInput, settingsFrom } from './settings.ts'

const PARTITION = partition<Partial<NoticeSettingsInput>>('NOTICE-SETTINGS')

export const noticeSettingsKey = (userId: string): Key<Partial<NoticeSettingsInput>> => ({
  pk: PARTITION,
  sk: userId,
})

/** How a user wants to be told; the defaults if they never chose. */
export const getNoticeSettings = async (table: TenantTable, userId: string): Promise<NoticeSettings> =>
  settingsFrom(await table.get(noticeSettingsKey(userId)))

/** The user's last choice counts, whichever browser it was made in. */
export const putNoticeSettings = (table: TenantTable, userId: string, settings: NoticeSettingsInput) =>
  table.put<Partial<NoticeSettingsInput>>({ ...settings, ...noticeSettingsKey(userId) })

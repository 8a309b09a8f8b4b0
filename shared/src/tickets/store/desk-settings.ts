import { keyIn } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { DEFAULT_DESK_SETTINGS, type DeskSettings } from '../contract/desk-settings.ts'

const deskSettingsKey = keyIn<Partial<DeskSettings>>('COMPANY', 'DESK-SETTINGS')

/** A company's decisions about its customer service; the defaults where it made none. */
export async function getDeskSettings(table: TenantTable): Promise<DeskSettings> {
  const stored = await table.get(deskSettingsKey)
  const { pk: _, sk: __, ...given } = stored ?? { pk: '', sk: '' }
  return { ...DEFAULT_DESK_SETTINGS, ...given }
}

/** Saves some of the decisions; the others stay. */
export async function saveDeskSettings(table: TenantTable, settings: Partial<DeskSettings>): Promise<void> {
  await table.update(deskSettingsKey, { set: settings })
}

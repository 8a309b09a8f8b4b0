import { putSettings } from '@recado/shared/campaigns/store/settings'
import { companyKey, getCompany, settingsAndZoneOf } from '@recado/shared/companies/store'
import { timeZoneOf } from '@recado/shared/companies/time-zone'
import { invalidField, notFound, notPermitted } from '@recado/shared/errors/errors'
import type { Actor } from '@recado/shared/sessions/session'
import { isSettingKey, ONLY_OPERATORS, SETTINGS, timeZone } from '@recado/shared/settings/setting'
import { committed } from '@recado/shared/table/table'
import {
  DESK_SETTINGS,
  deskSettingTexts,
  isDeskSettingKey,
} from '@recado/shared/tickets/contract/desk-settings'
import { getDeskSettings, saveDeskSettings } from '@recado/shared/tickets/store/desk-settings'
import { tableOf } from '../context.ts'

export async function list({ companyId }: Actor) {
  const table = tableOf(companyId)
  const [company, zone, desk] = await Promise.all([
    getCompany(table),
    timeZoneOf(table),
    getDeskSettings(table),
  ])
  if (!company) throw notFound('ERR_NO_COMPANY_FOUND')
  return [...settingsAndZoneOf(company, zone), ...deskSettingTexts(desk)]
}

/** @throws DomainError ERR_NO_SETTING_FOUND, ERR_NO_PERMISSION, ERR_VALIDATION for an invalid value */
export async function save(actor: Actor, key: string, value: string) {
  if (isDeskSettingKey(key)) return saveDeskSetting(actor, key, value)
  if (key === 'timezone') return saveTimeZone(actor, value)
  if (!isSettingKey(key)) throw notFound('ERR_NO_SETTING_FOUND')
  if (ONLY_OPERATORS.includes(key) && !actor.super) throw notPermitted()
  const given = SETTINGS[key].safeParse(value)
  if (!given.success) throw invalidValue()
  // What the operator's form writes too raises the version, so that the form does not take it back.
  const set =
    key === 'campaignsEnabled'
      ? { set: { campaignsEnabled: value === 'true' }, add: { version: 1 } }
      : { set: { [key]: value } }
  const change = tableOf(actor.companyId).update(companyKey, set, { pk: { exists: true } })
  if (!(await committed(change))) throw notFound('ERR_NO_COMPANY_FOUND')
  return { key, value }
}

async function saveDeskSetting({ companyId }: Actor, key: keyof typeof DESK_SETTINGS, text: string) {
  const given = DESK_SETTINGS[key].safeParse(text)
  if (!given.success) throw invalidValue()
  const table = tableOf(companyId)
  await saveDeskSettings(table, { [key]: given.data })
  const saved = deskSettingTexts(await getDeskSettings(table)).find((setting) => setting.key === key)
  return { key, value: saved?.value ?? '' }
}

/** With campaigns the zone is one of the campaign settings: a change of these also wakes the campaigns that wait. */
async function saveTimeZone({ companyId, campaignsEnabled }: Actor, text: string) {
  if (campaignsEnabled) throw notPermitted()
  const given = timeZone.safeParse(text)
  if (!given.success) throw invalidValue()
  await putSettings(tableOf(companyId), { timezone: given.data })
  return { key: 'timezone', value: given.data }
}

const invalidValue = () => invalidField('value', 'invalid_value', 'The setting cannot have this value')

import { companyKey, getCompany, settingsOf } from '@recado/shared/companies/store'
import { DomainError, notFound } from '@recado/shared/errors'
import type { Actor } from '@recado/shared/sessions/session'
import { isSettingKey, ONLY_OPERATORS, SETTINGS } from '@recado/shared/settings/setting'
import { committed } from '@recado/shared/table/table'
import { tableOf } from '../context.ts'

export async function list({ companyId }: Actor) {
  const company = await getCompany(tableOf(companyId))
  if (!company) throw notFound('ERR_NO_COMPANY_FOUND')
  return settingsOf(company)
}

/** @throws DomainError ERR_NO_SETTING_FOUND, ERR_NO_PERMISSION, ERR_VALIDATION for a value that the setting cannot have */
export async function save(actor: Actor, key: string, value: string) {
  if (!isSettingKey(key)) throw notFound('ERR_NO_SETTING_FOUND')
  if (ONLY_OPERATORS.includes(key) && !actor.super) {
    throw new DomainError('forbidden', 'ERR_NO_PERMISSION', 'You are not permitted to do this')
  }
  const given = SETTINGS[key].safeParse(value)
  if (!given.success) {
    const details = [{ path: 'value', code: 'invalid_value' }]
    throw new DomainError('invalid', 'ERR_VALIDATION', 'The setting cannot have this value', { details })
  }
  const stored = key === 'campaignsEnabled' ? value === 'true' : value
  const change = tableOf(actor.companyId).update(
    companyKey,
    { set: { [key]: stored } },
    { pk: { exists: true } },
  )
  if (!(await committed(change))) throw notFound('ERR_NO_COMPANY_FOUND')
  return { key, value }
}

import type { OneCompany } from '@recado/shared/companies/register/company-record'
import { aCompany } from './builders.ts'

/** A company as its call shows it to an operator. */
export const aShownCompany = (overrides: Partial<OneCompany> = {}): OneCompany => ({
  ...aCompany(),
  plan: null,
  instance: null,
  dueIn: null,
  overdueSince: null,
  isBeingDeleted: false,
  settings: [],
  whatsapps: [],
  access: null,
  ...overrides,
})

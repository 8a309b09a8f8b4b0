import type { Actor } from '@recado/shared/sessions/session'

/** A caller: an attendant of company A. */
export const anActor = (overrides: Partial<Actor> = {}): Actor => ({
  userId: 'ana',
  companyId: 'A',
  homeCompanyId: 'A',
  sid: 'S1',
  name: 'Ana Lima',
  profile: 'user',
  queueIds: [],
  super: false,
  campaignsEnabled: true,
  overdueFrom: null,
  support: null,
  ...overrides,
})

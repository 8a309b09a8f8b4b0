import type { Actor, SessionUser } from '@recado/shared/sessions/session'

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

/** A user as the browser knows them after signing in: an admin of company C1. */
export const aSessionUser = (overrides: Partial<SessionUser> = {}): SessionUser => ({
  id: 'U1',
  name: 'Ana',
  email: 'ana@demo.test',
  profile: 'admin',
  super: false,
  companyId: 'C1',
  company: {
    id: 'C1',
    name: 'Demonstração',
    dueDate: null,
    overdueSince: null,
    settings: [],
    instance: null,
  },
  support: null,
  ...overrides,
})

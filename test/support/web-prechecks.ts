import type { Precheck } from '@recado/shared/campaigns/contract/precheck'

/** The pre-check of a campaign to 30 checked people, with nothing to tell. */
export const aPrecheck = (given: Partial<Precheck>): Precheck => ({
  recipients: 30,
  parts: 1,
  sendable: 30,
  invalid: 0,
  unknown: 0,
  blocked: 0,
  duplicates: 0,
  noNumber: 0,
  notInGroup: 0,
  onlyAdmins: 0,
  missingVariables: [],
  unnamed: false,
  largeLists: [],
  held: null,
  waitingFor: null,
  expectedStartAt: null,
  expectedEndAt: null,
  ...given,
})

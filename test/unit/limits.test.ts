import { openApiDocument } from '@recado/shared/api/openapi'
import { allRoutes } from '@recado/shared/api/routes'
import { type Route, ratesOf } from '@recado/shared/http/contract'
import { CALL_LIMITS, type Rate } from '@recado/shared/http/limits'
import { expect, test } from 'vitest'

const routes: { name: string; route: Route }[] = allRoutes()
const namesOf = (rate: Rate) =>
  routes.flatMap(({ name, route }) => (ratesOf(route).includes(rate) ? [name] : [])).sort()

test('every costly call counts for a limit', () => {
  expect(namesOf('uploads')).toEqual([
    'createUpload',
    'importContactBlocks',
    'importContacts',
    'previewImport',
    'uploadAnnouncementMedia',
    'uploadCampaignMedia',
  ])
  expect(namesOf('lists')).toEqual(['createContactList'])
  expect(namesOf('connection-tests')).toEqual(['testConnection'])
  expect(namesOf('trials')).toEqual(['testCampaign'])
  expect(namesOf('sockets')).toEqual(['createSocketTicket'])
  expect(namesOf('mails')).toEqual([
    'createCompany',
    'createInvitation',
    'createUser',
    'resetCompanyPassword',
  ])
})

test('every list with a search or a page number has its limits', () => {
  const taking = (parameter: string) =>
    routes.flatMap(({ name, route }) => (route.query?.shape[parameter] ? [name] : [])).sort()
  expect(taking('searchParam').length).toBeGreaterThan(8)
  expect(taking('q')).toEqual(['search'])
  expect(namesOf('searches')).toEqual([...taking('searchParam'), ...taking('q')].sort())
  expect(namesOf('far-pages')).toEqual(taking('pageNumber'))
})

test('the OpenAPI document lists 429 for limited calls and for no others', () => {
  const { paths } = openApiDocument('1')
  const listed = Object.values(Object(paths))
    .flatMap((methods) => Object.values<{ operationId: string; responses: object }>(Object(methods)))
    .flatMap(({ operationId, responses }) => ('429' in responses ? [operationId] : []))
  const limited = routes.flatMap(({ name, route }) => {
    const isTold = route.errors?.some((code) => /^ERR_TOO_MANY_(ATTEMPTS|REQUESTS)$/.test(code))
    return ratesOf(route).length > 0 || isTold ? [name] : []
  })
  expect(listed.sort()).toEqual(limited.sort())
  expect(limited).toContain('login')
  expect(limited).toContain('requestPairingCode')
  expect(limited).not.toContain('me')
})

test('no limit allows a user more than the company', () => {
  for (const limit of Object.values(CALL_LIMITS))
    if ('user' in limit) expect(limit.user).toBeLessThanOrEqual(limit.company)
})

import { allRoutes } from '@recado/shared/api'
import { type Route, ratesOf } from '@recado/shared/http/contract'
import { CALL_LIMITS, type Rate } from '@recado/shared/http/limits'
import { openApiDocument } from '@recado/shared/http/openapi'
import { expect, test } from 'vitest'

const routes: { name: string; route: Route }[] = allRoutes()
const namesOf = (rate: Rate) =>
  routes.flatMap(({ name, route }) => (ratesOf(route).includes(rate) ? [name] : [])).sort()

test('calls that cost much count for a limit', () => {
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

test('every list that takes a search or a page number has its limits', () => {
  const taking = (parameter: string) =>
    routes.flatMap(({ name, route }) => (route.query?.shape[parameter] ? [name] : [])).sort()
  expect(taking('searchParam').length).toBeGreaterThan(8)
  expect(namesOf('searches')).toEqual(taking('searchParam'))
  expect(namesOf('far-pages')).toEqual(taking('pageNumber'))
})

test('the OpenAPI document says of these calls, and of no others, that they may answer 429', () => {
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

test('of every limit a user has no more than the company', () => {
  for (const limit of Object.values(CALL_LIMITS))
    if ('user' in limit) expect(limit.user).toBeLessThanOrEqual(limit.company)
})

import { expect, test } from 'vitest'
import { optionText } from '../../web/src/audit/option-text.ts'
import { pageOf } from '../../web/src/audit/page-of.ts'

test('an entry about an option names it as the options page does', () => {
  expect(optionText('reopenMinutes')).toBe('options.desk.reopenMinutes')
  expect(optionText('userRating')).toBe('options.userRating')
  expect(optionText('formerOption')).toBeUndefined()
})

test('an entry links to its record, unless that was deleted or is a user of another company', () => {
  expect(pageOf('users.updateUser', 'U')).toEqual({ to: '/users', search: { dialog: 'edit', id: 'U' } })
  expect(pageOf('campaigns.startCampaign', 'C')).toMatchObject({ params: { campaignId: 'C' } })
  for (const action of ['users.deleteUser', 'users.supportGranted', 'campaigns.deleteCampaign'])
    expect(pageOf(action, 'U')).toBeUndefined()
  expect(pageOf('users.createUser', null)).toBeUndefined()
})

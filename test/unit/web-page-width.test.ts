import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CONTENT_WIDTH } from '../../web/src/ui/theme/tokens.ts'

test.each([
  'campaigns/form/page/CampaignForm.tsx',
  'connections/list/ConnectionsPage.tsx',
  'contacts/one/ContactPage.tsx',
])('a page that is no table and no report is at most 1,280 px wide: %s', (file) => {
  expect(readFileSync(`web/src/${file}`, 'utf8')).toContain('maw={CONTENT_WIDTH}')
  expect(CONTENT_WIDTH).toBe(1280)
})

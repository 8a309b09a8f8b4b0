import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Where green is named, by what it stands for. */
const GREEN = {
  'the active place': [
    'public/LookAndLanguage.tsx',
    'tickets/kanban/kanban.module.css',
    'tickets/list/list.module.css',
    'ui/suggestions/SuggestionList.module.css',
  ],
  success: [
    'announcements/columns.tsx',
    'campaigns/list/RowProgress.tsx',
    'campaigns/report/Replies.tsx',
    'campaigns/report/ShippingBadge.tsx',
    'campaigns/report/report.module.css',
    'campaigns/report/stamp.module.css',
    'campaigns/status/CampaignStatus.tsx',
    'chats/list/ChatAvatar.tsx',
    'companies/list/CompanyState.tsx',
    'connections/health/health.module.css',
    'connections/list/ConnectionStatus.tsx',
    'contact-lists/consent/ConsentBadge.tsx',
    'contact-lists/items/Validity.tsx',
    'contacts/merging/MergedToast.tsx',
    'data-subjects/columns.tsx',
    'desk-report/PresentFigures.tsx',
    'home/RunningCampaigns.tsx',
    'home/home.module.css',
    'imports/ImportBar.tsx',
    'imports/ImportOutcome.tsx',
    'integration/IntegrationTab.tsx',
    'notices/bell/notice-sign.ts',
    'public/ForgotPasswordPage.tsx',
    'schedules/ScheduleBadge.tsx',
    'tickets/TicketStatus.tsx',
    'ui/toast.ts',
    'users/list/Presence.tsx',
    'users/profile/RecoveryCodes.tsx',
    'users/profile/TwoStep.tsx',
  ],
  'the stamp, and the drawings': ['public/PublicPage.module.css', 'ui/drawings/Drawing.module.css'],
  'what looks like WhatsApp': [
    'campaigns/form/preview/Phone.tsx',
    'tickets/messages/bubbles/media.module.css',
    'tickets/messages/messages.module.css',
  ],
}

test('green stands for the primary action, the active place and success, and nowhere else', () => {
  const named = globSync('**/*.{css,ts,tsx}', { cwd: 'web/src' }).filter(
    (file) =>
      !/^(ui\/theme|styleguide)\//.test(file) &&
      /['"]green['"]|color-green-/.test(readFileSync(`web/src/${file}`, 'utf8')),
  )
  const asLabel = 'tags/color/suggested-colors.ts'
  expect(named.filter((file) => file !== asLabel).sort()).toEqual(Object.values(GREEN).flat().sort())
})

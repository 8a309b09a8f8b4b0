import { Group, Paper, Text } from '@mantine/core'
import type { CampaignReport } from '@recado/shared/campaigns/contract/campaign'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { DateTime } from '../../zone/DateTime.tsx'
import { effectiveSchedule } from '../effective-schedule.ts'
import { CampaignStatus } from '../status/CampaignStatus.tsx'
import { isPassing, useWaitingText } from '../status/waiting-text.ts'

/** Status, connection, lists and times of the campaign, and why it waits for a moment. */
export function StatusLine({ campaign }: { campaign: CampaignReport }) {
  const { t } = useTexts()
  const waiting = useWaitingText(campaign)
  const isShownHere = isPassing(campaign)
  const { status, pausedAt, whatsapp, startedAt, completedAt } = campaign
  const scheduledAt = effectiveSchedule(campaign)
  const lists = campaign.listNames
  return (
    <Paper withBorder p="md">
      <Group component="dl" m={0} gap="xl" align="flex-start">
        <Item term={t('campaigns.columns.status')}>
          <CampaignStatus status={status} pausedAt={pausedAt} />
          {waiting && isShownHere && (
            <Text size="sm" mt={4} role="status">
              {waiting}
            </Text>
          )}
        </Item>
        <Item term={t('campaigns.form.connection')}>{whatsapp?.name ?? '—'}</Item>
        <Item term={lists.length > 1 ? t('campaigns.report.lists') : t('campaigns.form.contactList')}>
          {lists.join(', ') || '—'}
        </Item>
        <Item term={t('campaigns.columns.scheduledAt')}>
          {scheduledAt ? <DateTime instant={scheduledAt} /> : t('campaigns.noSchedule')}
        </Item>
        <Item term={t('campaigns.report.startedAt')}>
          <DateTime instant={startedAt} />
        </Item>
        <Item term={t('campaigns.columns.completedAt')}>
          <DateTime instant={completedAt} />
        </Item>
      </Group>
    </Paper>
  )
}

const Item = ({ term, children }: { term: string; children: ReactNode }) => (
  <div style={{ minWidth: 0 }}>
    <Text component="dt" size="xs" c="dimmed">
      {term}
    </Text>
    <Text component="dd" m={0} size="sm" style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  </div>
)

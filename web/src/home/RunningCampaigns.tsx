import { Anchor, Group, Progress, Skeleton, Stack, Text } from '@mantine/core'
import type { Campaign } from '@recado/shared/campaigns/contract/campaign'
import { firstOf } from '@recado/shared/first-of'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CAMPAIGN_PLACES } from '../campaigns/places.ts'
import { useWaitingText } from '../campaigns/status/waiting-text.ts'
import { useProgress } from '../campaigns/use-progress.ts'
import { unfinishedCampaignsQuery } from '../connections/queries.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { formatUntil } from '../ui/dates.ts'
import { shownPercent } from '../ui/shown-percent.ts'
import { useNow } from '../ui/use-now.ts'
import { useNumbers } from '../ui/use-numbers.ts'
import { usePercent } from '../ui/use-percent.ts'
import { useZone } from '../zone/use-zone.ts'
import { Card } from './Card.tsx'
import classes from './home.module.css'

/** The most campaigns that are shown; the list has the others. */
const SHOWN = 4

/** What runs now, how far it is and why it waits; with nothing running, what comes next. */
export function RunningCampaigns() {
  const { t } = useTexts()
  const { data, isPending } = useQuery(unfinishedCampaignsQuery)
  const running = data?.filter(({ status }) => status === 'EM_ANDAMENTO') ?? []
  const next = data?.find(({ status }) => status === 'PROGRAMADA')
  const more = (
    <Anchor size="sm" renderRoot={(props) => <Link to={CAMPAIGN_PLACES.PRIVATE.list} {...props} />}>
      {t('home.running.all')}
    </Anchor>
  )
  return (
    <Card title={t('home.running.title')} more={more} isLoading={isPending}>
      {isPending && <Skeleton height={44} />}
      {running.length > 0 && (
        <ul className={classes.plain}>
          {firstOf(running, SHOWN).map((campaign) => (
            <li key={campaign.id}>
              <Running campaign={campaign} />
            </li>
          ))}
        </ul>
      )}
      {!isPending && running.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('home.running.none')}
        </Text>
      )}
      {running.length > SHOWN && (
        <Text size="sm" c="dimmed">
          {t('home.running.more', { count: running.length - SHOWN })}
        </Text>
      )}
      {next && <Next campaign={next} />}
    </Card>
  )
}

/** A running campaign. A late event never moves the bar back. */
function Running({ campaign }: { campaign: Campaign }) {
  const { t } = useTexts()
  const format = useNumbers()
  const waiting = useWaitingText(campaign)
  const { id: campaignId, type, name, counters } = campaign
  const percent = usePercent()
  const progress = shownPercent(useProgress(campaign), 100)
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Anchor
          size="sm"
          fw={500}
          c="var(--mantine-color-text)"
          style={{ overflowWrap: 'anywhere' }}
          renderRoot={(props) => (
            <Link to={CAMPAIGN_PLACES[type].report} params={{ campaignId }} {...props} />
          )}
        >
          {name}
        </Anchor>
        <Text size="sm" c="dimmed" className="figures" style={{ flex: 'none' }}>
          {t('home.running.sent', { sent: format(counters.sent), total: format(counters.validContacts) })}
        </Text>
      </Group>
      <Progress
        value={progress}
        color={waiting ? 'yellow' : 'green'}
        aria-label={`${name}: ${percent(progress, 100)}`}
      />
      {waiting && (
        <Text size="xs" c="dimmed">
          {waiting}
        </Text>
      )}
    </Stack>
  )
}

function Next({ campaign: { id: campaignId, type, name, scheduledAt } }: { campaign: Campaign }) {
  const { t } = useTexts()
  const now = useNow()
  const zone = useZone()
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      <Text span size="sm" c="dimmed">
        {t('home.running.next')}
      </Text>{' '}
      <Anchor
        inherit
        underline="always"
        renderRoot={(props) => <Link to={CAMPAIGN_PLACES[type].edit} params={{ campaignId }} {...props} />}
      >
        {name}
      </Anchor>
      {scheduledAt && `, ${formatUntil(scheduledAt, now, zone)}`}
    </Text>
  )
}

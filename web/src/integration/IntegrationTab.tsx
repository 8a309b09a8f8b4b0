import { Alert, Button, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { Integration } from '@recado/shared/integration/integration'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleOff,
  IconHourglass,
  IconPlugConnected,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { useMay } from '../session/use-session.ts'
import { ListProblem } from '../ui/ListProblem.tsx'
import { StatusBadge, type StatusLook } from '../ui/StatusBadge.tsx'
import { DateTime } from '../zone/DateTime.tsx'
import { TimeAgo } from '../zone/TimeAgo.tsx'
import { ConnectDialog } from './ConnectDialog.tsx'
import { DisconnectIntegration } from './DisconnectIntegration.tsx'
import { integrationQuery } from './queries.ts'

const LOOKS: Record<Integration['status'], StatusLook> = {
  DISABLED: { color: 'gray', icon: IconCircleOff },
  PENDING: { color: 'yellow', icon: IconHourglass },
  PAUSED: { color: 'yellow', icon: IconHourglass },
  ENABLED: { color: 'green', icon: IconCircleCheck },
}

/** The link to the multi-attendance platform. All users see it, admins change it. */
export function IntegrationTab() {
  const { data, error, refetch, isFetching } = useQuery(integrationQuery)
  if (error && !data) return <ListProblem error={error} onRetry={refetch} isRetrying={isFetching} />
  if (!data) return <Skeleton height={160} aria-busy />
  return <Link integration={data} />
}

function Link({ integration }: { integration: Integration }) {
  const { t } = useTexts()
  const mayChange = useMay('drawer-admin-items:view')
  const [dialog, setDialog] = useState<'connect' | 'disconnect'>()
  const { status, kind, connectedAt, token } = integration
  const isConnected = status === 'ENABLED'
  return (
    <Card withBorder maw={720}>
      <Stack>
        <Group justify="space-between" align="flex-start">
          <Title order={2} size="h4">
            {kind
              ? t('integration.titleOf', { platform: t(`integration.kinds.${kind}`) })
              : t('integration.title')}
          </Title>
          <StatusBadge look={LOOKS[status]} label={t(`integration.statuses.${status}`)} />
        </Group>
        <Text size="sm" c="dimmed">
          {t('integration.text')}
        </Text>
        {status === 'PAUSED' && (
          <Alert
            color="yellow"
            icon={<IconAlertTriangle aria-hidden />}
            title={t('integration.paused.title')}
          >
            {t('integration.paused.text')}
          </Alert>
        )}
        {isConnected && connectedAt && (
          <Text component="div" size="sm">
            {t('integration.connectedAt')} <DateTime instant={connectedAt} /> (
            <TimeAgo instant={connectedAt} />)
          </Text>
        )}
        {token && (
          <Text size="sm" c="dimmed">
            {t('integration.token', { token })}
          </Text>
        )}
        <Group gap="sm">
          {isConnected ? (
            <Button variant="default" disabled={!mayChange} onClick={() => setDialog('disconnect')}>
              {t('integration.disconnect.action')}
            </Button>
          ) : (
            <Button
              leftSection={<IconPlugConnected size={18} aria-hidden />}
              disabled={!mayChange || !kind}
              onClick={() => setDialog('connect')}
            >
              {t('integration.connect.action')}
            </Button>
          )}
        </Group>
        {!kind && <Text size="sm">{t('integration.notOffered')}</Text>}
        {kind && !mayChange && <Text size="sm">{t('integration.adminsOnly')}</Text>}
      </Stack>
      {kind && dialog === 'connect' && <ConnectDialog kind={kind} onClose={() => setDialog(undefined)} />}
      {kind && (
        <DisconnectIntegration
          kind={kind}
          opened={dialog === 'disconnect'}
          onClose={() => setDialog(undefined)}
        />
      )}
    </Card>
  )
}

import { Badge, Group, Stack, Text } from '@mantine/core'
import type { AuditEntry } from '@recado/shared/audit/audit'
import { IconBan } from '@tabler/icons-react'
import { hasText } from '../i18n/index.ts'
import { useTexts } from '../i18n/use-texts.ts'
import type { Column } from '../ui/DataTable.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { textOf } from '../ui/toast.ts'
import { TimeAgo } from '../zone/TimeAgo.tsx'
import { browserName } from './browser-name.ts'

export function useAuditColumns(): Column<AuditEntry>[] {
  const { t } = useTexts()
  return [
    {
      key: 'what',
      header: t('audit.columns.what'),
      place: 'title',
      cell: (entry) => <Deed entry={entry} />,
    },
    {
      key: 'who',
      header: t('audit.columns.who'),
      width: 200,
      cell: ({ who }) => (
        <Group gap={6}>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {who.name}
          </Text>
          {who.support && (
            <Badge variant="light" color="orange" size="sm">
              {t('audit.support')}
            </Badge>
          )}
        </Group>
      ),
    },
    {
      key: 'when',
      header: t('audit.columns.when'),
      width: 140,
      cell: ({ at }) => <TimeAgo instant={at} />,
    },
    {
      key: 'from',
      header: t('audit.columns.from'),
      width: 220,
      cell: ({ from }) => <From from={from} />,
    },
  ]
}

/** The action, its target, and the reason if it was refused. */
function Deed({ entry: { action, target, targetName, reason, refused, who } }: { entry: AuditEntry }) {
  const { t } = useTexts()
  // A user who acts on themselves is already named in the row.
  const shown = targetName ?? (target === who.id ? null : target)
  const key = `audit.actions.${action}`
  return (
    <Stack gap={2}>
      <Text size="sm" fw={600}>
        {hasText(key) ? t(key) : action}
      </Text>
      {shown && (
        <Text size="sm" c="dimmed" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {shown}
        </Text>
      )}
      {reason && (
        <Text size="sm" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
          {t('audit.reason', { reason })}
        </Text>
      )}
      {refused && (
        <Group gap={6}>
          <StatusBadge look={{ color: 'red', icon: IconBan }} label={t('audit.refused')} />
          <Text size="sm">{textOf(refused)}</Text>
        </Group>
      )}
    </Stack>
  )
}

function From({ from: { address, place, agent } }: Pick<AuditEntry, 'from'>) {
  return (
    <Stack gap={0}>
      <Text size="sm">{address}</Text>
      <Text size="xs" c="dimmed">
        {[place, agent && browserName(agent)].filter(Boolean).join(' · ')}
      </Text>
    </Stack>
  )
}

import { ActionIcon, Popover, Stack, Text, Tooltip } from '@mantine/core'
import type { Connection } from '@recado/shared/connections/connection'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useNumbers } from '../../ui/use-numbers.ts'
import { TimeAgo } from '../../zone/TimeAgo.tsx'
import { useHold } from './use-hold.ts'

/** All details of a connection's health, behind a small button. */
export function HealthDetails({ connection }: { connection: Connection }) {
  const { t } = useTexts()
  const label = t('connections.health.details', { name: connection.name })
  return (
    <Popover position="bottom-end" shadow="md" width={300} withinPortal trapFocus>
      <Popover.Target>
        <Tooltip label={label}>
          <ActionIcon variant="subtle" color="gray" aria-label={label}>
            <IconInfoCircle size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Details connection={connection} />
      </Popover.Dropdown>
    </Popover>
  )
}

function Details({ connection: { health } }: { connection: Connection }) {
  const { t } = useTexts()
  const format = useNumbers()
  const hold = useHold(health)
  const { lastTrafficAt, newChats, newContacts, hasTokenSalt } = health
  const usedOf = (used: number, limit: number) =>
    t('connections.health.usedOf', { used: format(used), limit: format(limit) })
  return (
    <Stack component="dl" m={0} gap="xs">
      <Line term={t('connections.health.lastTraffic')}>
        {lastTrafficAt ? <TimeAgo instant={lastTrafficAt} /> : t('connections.health.noTraffic')}
      </Line>
      <Line term={t('connections.health.newConversations')}>
        {hold?.text ?? t('connections.health.free')}
      </Line>
      {newChats && <Line term={t('connections.health.quota')}>{usedOf(newChats.used, newChats.quota)}</Line>}
      <Line term={t('connections.health.newContacts')}>
        {newContacts.limit === null
          ? t('connections.health.noLimit', { used: format(newContacts.used) })
          : usedOf(newContacts.used, newContacts.limit)}
      </Line>
      {hasTokenSalt === false && (
        <Line term={t('connections.health.firstMessages')}>{t('connections.health.noTokenSalt')}</Line>
      )}
    </Stack>
  )
}

const Line = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <Text component="dt" size="xs" c="dimmed">
      {term}
    </Text>
    <Text component="dd" m={0} size="sm">
      {children}
    </Text>
  </div>
)

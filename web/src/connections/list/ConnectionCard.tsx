import { Badge, Group, Paper, Text, Title } from '@mantine/core'
import type { Connection } from '@recado/shared/connections/connection'
import { type ReactNode, useId } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useMay } from '../../session/use-session.ts'
import { NameAvatar } from '../../ui/NameAvatar.tsx'
import { ShownNumber } from '../../ui/ShownNumber.tsx'
import { TimeAgo } from '../../zone/TimeAgo.tsx'
import { ConnectionHealth } from '../health/ConnectionHealth.tsx'
import { CampaignsOn } from './CampaignsOn.tsx'
import { ConnectionMenu } from './ConnectionMenu.tsx'
import { ConnectionStatus } from './ConnectionStatus.tsx'
import classes from './cards.module.css'
import { MainAction } from './MainAction.tsx'
import { StatusWarning } from './StatusWarning.tsx'
import { useSessionActions } from './use-session-actions.ts'

export interface CardActions {
  onShowQr: (id: string) => void
  onDecideNumber: (id: string) => void
  onEdit: (id: string) => void
  onDelete: (connection: Connection) => void
}

interface ConnectionCardProps extends CardActions {
  connection: Connection
}

/** A connection with its state, its health, what depends on it, and what a person can do now. */
export function ConnectionCard({ connection, ...actions }: ConnectionCardProps) {
  const { t } = useTexts()
  const nameId = useId()
  const mayConnect = useMay('connections-page:actionButtons')
  const session = useSessionActions(connection, () => actions.onShowQr(connection.id))
  const { lastTrafficAt } = connection.health
  return (
    <Paper component="article" withBorder p="md" className={classes.card} aria-labelledby={nameId}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <NameAvatar size={44} name={connection.name} color="gray" />
        <NameAndNumber connection={connection} nameId={nameId} />
        <ConnectionMenu connection={connection} session={session} {...actions} />
      </Group>
      <Group>
        <ConnectionStatus connection={connection} />
      </Group>
      <StatusWarning connection={connection} />
      <dl className={classes.facts}>
        <Fact term={t('connections.columns.health')}>
          <ConnectionHealth connection={connection} />
        </Fact>
        <Fact term={t('connections.health.lastTraffic')}>
          {lastTrafficAt ? <TimeAgo instant={lastTrafficAt} /> : t('connections.health.noTraffic')}
        </Fact>
        <Fact term={t('connections.columns.updatedAt')}>
          <TimeAgo instant={connection.updatedAt} />
        </Fact>
      </dl>
      <CampaignsOn whatsappId={connection.id} />
      {mayConnect && (
        <Group className={classes.foot}>
          <MainAction
            connection={connection}
            session={session}
            onShowQr={() => actions.onShowQr(connection.id)}
            onDecideNumber={() => actions.onDecideNumber(connection.id)}
          />
        </Group>
      )}
    </Paper>
  )
}

function NameAndNumber({ connection, nameId }: { connection: Connection; nameId: string }) {
  const { t } = useTexts()
  const { name, isDefault, number, profileName } = connection
  return (
    <div style={{ flex: 1, minWidth: 0 }}>
      <Group gap={6}>
        <Title order={2} size="h4" id={nameId} className={classes.name}>
          {name}
        </Title>
        {isDefault && (
          <Badge size="sm" variant="default" tt="none" fw={500}>
            {t('connections.default')}
          </Badge>
        )}
      </Group>
      <Text size="sm" c={number ? undefined : 'dimmed'}>
        <CurrentOrLastNumber connection={connection} />
      </Text>
      {profileName && (
        <Text size="xs" c="dimmed" className={classes.name}>
          {profileName}
        </Text>
      )}
    </div>
  )
}

/** The linked number; without one the number that was linked last. */
function CurrentOrLastNumber({ connection: { number, knownNumber } }: { connection: Connection }) {
  const { t } = useTexts()
  if (number) return <ShownNumber number={number} />
  if (!knownNumber) return t('connections.noNumber')
  return (
    <>
      {t('connections.lastNumber')}{' '}
      <span style={{ whiteSpace: 'nowrap' }}>
        <ShownNumber number={knownNumber} />
      </span>
    </>
  )
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div style={{ minWidth: 0 }}>
    <Text component="dt" size="xs" c="dimmed">
      {term}
    </Text>
    <Text component="dd" m={0} size="sm" mih={24}>
      {children}
    </Text>
  </div>
)

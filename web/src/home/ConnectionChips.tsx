import { Anchor, Skeleton, Text } from '@mantine/core'
import { type Connection, NEEDS_ATTENTION } from '@recado/shared/connections/connection'
import { firstOf } from '@recado/shared/first-of'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CONNECTION_LOOKS } from '../connections/list/ConnectionStatus.tsx'
import { connectionsQuery } from '../connections/queries.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { Card } from './Card.tsx'
import classes from './home.module.css'

/** The most connections that are shown; the page of connections has the others. */
const SHOWN = 8

/** How the connections are, those that need attention first. */
export function ConnectionChips() {
  const { t } = useTexts()
  const { data, isPending } = useQuery(connectionsQuery)
  const inOrder = [...(data ?? [])].sort((a, b) => Number(isBroken(b)) - Number(isBroken(a)))
  const more = (
    <Anchor size="sm" renderRoot={(props) => <Link to="/connections" {...props} />}>
      {t('home.connections.all')}
    </Anchor>
  )
  return (
    <Card title={t('connections.title')} more={more} isLoading={isPending}>
      {isPending && <Skeleton height={32} width="60%" />}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('home.connections.none')}
        </Text>
      )}
      {inOrder.length > 0 && (
        <ul className={classes.chips}>
          {firstOf(inOrder, SHOWN).map((connection) => (
            <li key={connection.id} style={{ maxWidth: '100%' }}>
              <Chip connection={connection} />
            </li>
          ))}
        </ul>
      )}
      {inOrder.length > SHOWN && (
        <Text size="sm" c="dimmed">
          {t('home.connections.more', { count: inOrder.length - SHOWN })}
        </Text>
      )}
    </Card>
  )
}

const isBroken = ({ status }: Connection): boolean => NEEDS_ATTENTION.includes(status)

/** A connection's name and state, in words too: a colour is never the only sign. */
function Chip({ connection }: { connection: Connection }) {
  const { t } = useTexts()
  const { name, status } = connection
  const { icon: Sign, color } = CONNECTION_LOOKS[status]
  return (
    <Link to="/connections" className={classes.chip}>
      <Sign size={16} aria-hidden style={{ color: `var(--mantine-color-${color}-light-color)` }} />
      {name}
      <Text span size="xs" c="dimmed">
        {t(`connections.status.${status}`)}
      </Text>
    </Link>
  )
}

import { Anchor, Badge, Group, Stack, Text } from '@mantine/core'
import type { AuditEntry } from '@recado/shared/audit/audit'
import { IconBan } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { hasText } from '../i18n/index.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { useUser } from '../session/use-session.ts'
import type { Column } from '../ui/DataTable.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { textOf } from '../ui/toast.ts'
import { TimeAgo } from '../zone/TimeAgo.tsx'
import { browserName } from './browser-name.ts'
import { DeedDetails } from './DeedDetails.tsx'
import { optionText } from './option-text.ts'
import { isAboutTicket, pageOf } from './page-of.ts'
import { TicketAnchor } from './TicketAnchor.tsx'

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

/** What was done to which record, its details, and why it was refused. */
function Deed({ entry }: { entry: AuditEntry }) {
  const { t } = useTexts()
  const { action, refused } = entry
  const key = `audit.actions.${action}`
  return (
    <Stack gap={2}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {hasText(key) ? t(key) : action}
        <Target entry={entry} />
      </Text>
      <DeedDetails entry={entry} />
      {refused && (
        <Group gap={6}>
          <StatusBadge look={{ color: 'red', icon: IconBan }} label={t('audit.refused')} />
          <Text size="sm">{textOf(refused)}</Text>
        </Group>
      )}
    </Stack>
  )
}

/** The end of the sentence: the name of the record, with a link if it has a page. A person of the lists has no name here. */
function Target({ entry }: { entry: AuditEntry }) {
  const { t } = useTexts()
  const { super: isOperator } = useUser()
  const { action, target, targetName, refused } = entry
  const option = target && optionText(target)
  const name = isAboutSubject(action)
    ? targetName && t('privacy.ending', { digits: targetName })
    : (targetName ?? (action === OPTION_SAVED && (option ? t(option) : target)))
  const page = refused ? undefined : pageOf(action, target, isOperator)
  const ticketId = refused || !isAboutTicket(action) ? null : target
  const label = name || ((page || ticketId) && t('audit.open'))
  if (!label) return null
  return (
    <>
      {': '}
      {page && (
        <Anchor inherit fw={600} renderRoot={(props) => <Link {...page} {...props} />}>
          {label}
        </Anchor>
      )}
      {ticketId && <TicketAnchor ticketId={ticketId} text={label} />}
      {!page && !ticketId && (
        <Text span inherit fw={600}>
          {label}
        </Text>
      )}
    </>
  )
}

const OPTION_SAVED = 'settings.saveSetting'

/** The end of the number stands for the name of a data subject. */
const isAboutSubject = (action: string) => action.startsWith('data-subjects.')

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

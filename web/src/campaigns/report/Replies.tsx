import { Anchor, Group, Select, Text } from '@mantine/core'
import type { CampaignReport } from '@recado/shared/campaigns/contract/campaign'
import { REPLY_STATES, type Reply, type ReplyState } from '@recado/shared/campaigns/contract/reply'
import { IconCircleCheck, IconClock, IconMessageOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/use-texts.ts'
import { ticketQueuesQuery } from '../../ticket-queues/queries.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { EmptyList } from '../../ui/EmptyList.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { ShownNumber } from '../../ui/ShownNumber.tsx'
import { StatusBadge, type StatusLook } from '../../ui/StatusBadge.tsx'
import { useDuration } from '../../ui/use-duration.ts'
import { useNumbers } from '../../ui/use-numbers.ts'
import { DateTimeIn } from '../../zone/DateTime.tsx'
import { useZone } from '../../zone/use-zone.ts'
import { useReplies } from './queries.ts'
import type { ReportSearch } from './report-search.ts'

interface RepliesProps {
  campaign: CampaignReport
  search: ReportSearch
  onSearch: (search: ReportSearch) => void
}

/** The people who replied, with their conversations. */
export function Replies({ campaign, search, onSearch }: RepliesProps) {
  const { t } = useTexts()
  const { replies: state, queue: queueId } = search
  const list = useReplies(campaign.id, { state, queueId })
  const queues = useQuery(ticketQueuesQuery).data ?? []
  const columns = useReplyColumns(new Map(queues.map(({ id, name }) => [id, name])))
  return (
    <section>
      <Figures figures={list.firstPage?.figures} replied={campaign.counters.replied} />
      <FilterBar>
        <Select
          aria-label={t('campaigns.replies.show')}
          data={[
            { value: 'all', label: t('campaigns.replies.all') },
            ...REPLY_STATES.map((value) => ({ value, label: t(`campaigns.replies.states.${value}`) })),
          ]}
          value={state ?? 'all'}
          onChange={(value) => onSearch({ ...search, replies: REPLY_STATES.find((each) => each === value) })}
          w={230}
        />
        <Select
          aria-label={t('campaigns.replies.queue')}
          placeholder={t('campaigns.replies.anyQueue')}
          data={queues.map(({ id, name }) => ({ value: id, label: name }))}
          value={queueId ?? null}
          onChange={(value) => onSearch({ ...search, queue: value ?? undefined })}
          clearable
          clearButtonProps={{ 'aria-label': t('campaigns.replies.anyQueue') }}
          w={230}
        />
      </FilterBar>
      <DataTable
        label={t('campaigns.replies.title')}
        columns={columns}
        list={list}
        rowKey={({ number }) => number}
        empty={
          <EmptyList
            drawing="bubbles"
            text={t('campaigns.replies.empty')}
            isFiltered={Boolean(state || queueId)}
          />
        }
      />
    </section>
  )
}

/** One line about all replies, whatever the filter. */
function Figures({ figures, replied }: { figures: FirstFigures; replied: number }) {
  const { t } = useTexts()
  const format = useNumbers()
  const time = useDuration()
  if (!figures) return <Text mb="sm">{t('common.loadingDots')}</Text>
  const { of, waiting, answered, unanswered, median, longest } = figures
  return (
    <Text mb="sm">
      {t('campaigns.replies.figures', {
        waiting: format(waiting),
        answered: format(answered),
        unanswered: format(unanswered),
      })}
      {median !== null &&
        ` ${t('campaigns.replies.times', { median: time(median), longest: time(longest) })}`}
      {of < replied && ` ${t('campaigns.replies.ofFirst', { count: of })}`}
    </Text>
  )
}

type FirstFigures = NonNullable<ReturnType<typeof useReplies>['firstPage']>['figures'] | undefined

function useReplyColumns(queueNames: ReadonlyMap<string, string>): Column<Reply>[] {
  const { t } = useTexts()
  const zone = useZone()
  return [
    {
      key: 'name',
      header: t('contacts.name'),
      place: 'title',
      cell: ({ name }) => (
        <Text size="sm" fw={600}>
          {name}
        </Text>
      ),
    },
    {
      key: 'number',
      header: t('contacts.number'),
      width: 172,
      minTableWidth: 760,
      cell: ({ number }) => (
        <Text size="sm">
          <ShownNumber number={number} />
        </Text>
      ),
    },
    {
      key: 'repliedAt',
      header: t('campaigns.replies.repliedAt'),
      width: 150,
      minTableWidth: 900,
      cell: ({ repliedAt }) => <DateTimeIn instant={repliedAt} zone={zone} />,
    },
    {
      key: 'state',
      header: t('campaigns.columns.status'),
      width: 230,
      cell: (reply) => <State reply={reply} />,
    },
    {
      key: 'queue',
      header: t('campaigns.replies.queue'),
      width: 140,
      minTableWidth: 1000,
      isEmpty: ({ queueId }) => queueId === null,
      cell: ({ queueId }) => <Text size="sm">{(queueId && queueNames.get(queueId)) || '—'}</Text>,
    },
    {
      key: 'actions',
      header: t('common.actions'),
      place: 'actions',
      width: 150,
      align: 'right',
      cell: (reply) => <OpenLink reply={reply} />,
    },
  ]
}

const LOOKS: Record<ReplyState, StatusLook> = {
  waiting: { color: 'yellow', icon: IconClock },
  answered: { color: 'green', icon: IconCircleCheck },
  unanswered: { color: 'gray', icon: IconMessageOff },
}

function State({ reply: { state, answeredAfter } }: { reply: Reply }) {
  const { t } = useTexts()
  const time = useDuration()
  return (
    <Group gap="xs" wrap="nowrap">
      <StatusBadge look={LOOKS[state]} label={t(`campaigns.replies.states.${state}`)} />
      {state === 'answered' && answeredAfter !== null && (
        <Text size="sm" c="dimmed">
          {t('campaigns.replies.after', { time: time(answeredAfter) })}
        </Text>
      )}
    </Group>
  )
}

function OpenLink({ reply: { name, ticket } }: { reply: Reply }) {
  const { t } = useTexts()
  if (!ticket)
    return (
      <Text size="sm" c="dimmed">
        {t('campaigns.replies.noTicket')}
      </Text>
    )
  return (
    <Anchor
      size="sm"
      aria-label={t('campaigns.replies.openOf', { name })}
      renderRoot={(props) => <Link to="/tickets/$uuid" params={{ uuid: ticket.uuid }} {...props} />}
    >
      {t('campaigns.replies.open')}
    </Anchor>
  )
}

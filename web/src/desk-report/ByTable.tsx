import { Group, SegmentedControl, Text, Title } from '@mantine/core'
import type { DeskReport, Figures } from '@recado/shared/desk-report/report'
import { NONE_OF } from '@recado/shared/desk-report/report'
import { useTexts } from '../i18n/use-texts.ts'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { Nothing } from '../ui/Nothing.tsx'
import { useDuration } from '../ui/use-duration.ts'
import { usePercent } from '../ui/use-percent.ts'
import classes from './desk-report.module.css'
import { FigureLink } from './FigureLink.tsx'
import { useRate } from './PeriodFigures.tsx'
import type { ReportSearch, ShownTickets } from './search.ts'

/** A row: its name, its figures, and what its numbers open. */
interface Part extends Figures {
  key: string
  name: string
  of: Pick<ShownTickets, 'queueId' | 'userId' | 'hour'>
}

const KINDS = ['queue', 'user', 'hour'] as const
type Kind = NonNullable<ReportSearch['by']>

interface ByTableProps {
  by: DeskReport['by']
  kind: Kind
  /** One's own numbers have one attendant only. */
  kinds?: readonly Kind[]
  onKind: (kind: Kind) => void
}

/** The figures by queue, by attendant, or by hour of the day. */
export function ByTable({ by, kind, kinds = KINDS, onKind }: ByTableProps) {
  const { t } = useTexts()
  const records = usePartsOf(by, kind)
  const columns = useColumns(kind)
  return (
    <section aria-label={t(`deskReport.by.${kind}`)}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {t(`deskReport.by.${kind}`)}
        </Title>
        <SegmentedControl
          size="xs"
          aria-label={t('deskReport.by.label')}
          value={kind}
          onChange={(value) => onKind(KINDS.find((each) => each === value) ?? 'queue')}
          data={kinds.map((value) => ({ value, label: t(`deskReport.byShort.${value}`) }))}
        />
      </Group>
      <DataTable
        label={t(`deskReport.by.${kind}`)}
        columns={columns}
        list={{ records, isPending: false, isFetching: false, error: null, refetch: () => undefined }}
        rowKey={({ key }) => key}
        empty={<Nothing drawing="chart" text={t('deskReport.nothing')} />}
      />
    </section>
  )
}

function usePartsOf(by: DeskReport['by'], kind: Kind): Part[] {
  const { t } = useTexts()
  const nameOf = (id: string | null, name: string | null, without: string) =>
    id === null ? without : (name ?? t('deskReport.deleted'))
  if (kind === 'hour')
    return by.hour
      .filter(({ opened, closed, reopened }) => opened + closed + reopened > 0)
      .map((each) => ({ ...each, key: String(each.hour), name: `${each.hour}h`, of: { hour: each.hour } }))
  if (kind === 'user')
    return by.user.map((each) => ({
      ...each,
      key: each.userId ?? NONE_OF,
      name: nameOf(each.userId, each.name, t('deskReport.noAttendant')),
      of: { userId: each.userId ?? NONE_OF },
    }))
  return by.queue.map((each) => ({
    ...each,
    key: each.queueId ?? NONE_OF,
    name: nameOf(each.queueId, each.name, t('tickets.noQueue')),
    of: { queueId: each.queueId ?? NONE_OF },
  }))
}

const NUMBER_WIDTH = 102

function useColumns(kind: Kind): Column<Part>[] {
  const { t } = useTexts()
  const time = useDuration()
  const percent = usePercent()
  const rate = useRate()
  const count = (key: 'opened' | 'closed' | 'reopened', minTableWidth = 0): Column<Part> => ({
    key,
    header: t(`deskReport.figures.${key}`),
    width: NUMBER_WIDTH,
    align: 'right',
    minTableWidth,
    cell: (part) => (
      <Text span size="sm" className={classes.cell}>
        <FigureLink shown={{ figure: key, ...part.of }} count={part[key]} of={part.name} />
      </Text>
    ),
  })
  const times = (key: 'firstResponse' | 'resolution', minTableWidth: number): Column<Part> => ({
    key,
    header: t(`deskReport.${key}`),
    width: 150,
    align: 'right',
    minTableWidth,
    isEmpty: (part) => part[key].median === null,
    cell: (part) => (
      <Text span size="sm" className={classes.cell}>
        {time(part[key].median)}
        {part[key].p90 !== null && (
          <Text component="span" display="block" size="xs" c="dimmed">
            {t('deskReport.p90', { time: time(part[key].p90) })}
          </Text>
        )}
      </Text>
    ),
  })
  return [
    {
      key: 'name',
      header: t(`deskReport.byShort.${kind}`),
      place: 'title',
      cell: ({ name }) => <bdi className={classes.name}>{name}</bdi>,
    },
    count('opened'),
    count('closed'),
    count('reopened', 600),
    times('firstResponse', 660),
    times('resolution', 760),
    {
      key: 'target',
      header: t('deskReport.target'),
      width: NUMBER_WIDTH,
      align: 'right',
      isEmpty: ({ target }) => target.of === 0,
      cell: ({ target }) => (
        <Text span size="sm" className={classes.cell}>
          {target.of > 0 ? percent(target.met, target.of) : '–'}
        </Text>
      ),
    },
    {
      key: 'rating',
      header: t('deskReport.rating'),
      width: 105,
      align: 'right',
      minTableWidth: 860,
      isEmpty: ({ rating }) => rating.count === 0,
      cell: ({ rating, of, name }) => (
        <Text span size="sm" className={classes.cell}>
          {rate(rating.mean)}
          {rating.count > 0 && (
            <>
              {' '}
              (<FigureLink shown={{ figure: 'rated', ...of }} count={rating.count} of={name} />)
            </>
          )}
        </Text>
      ),
    },
  ]
}

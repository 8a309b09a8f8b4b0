import { Anchor, Group, Paper, SimpleGrid, Text, Title } from '@mantine/core'
import { type DeskReport, FORGOTTEN_SHOWN } from '@recado/shared/desk-report/report'
import { IconCircle, IconCircleFilled } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTexts } from '../i18n/use-texts.ts'
import { minutesSince } from '../tickets/waiting.ts'
import { StatusBadge, type StatusLook } from '../ui/StatusBadge.tsx'
import { useDuration } from '../ui/use-duration.ts'
import { useNavigateFromHere } from '../ui/use-navigate-from-here.ts'
import { useNow } from '../ui/use-now.ts'
import classes from './desk-report.module.css'
import { FigureCard } from './FigureCard.tsx'
import { FigureLink } from './FigureLink.tsx'
import { longestWaiting, type WantedReport } from './queries.ts'

interface PresentFiguresProps {
  present: DeskReport['now']
  forgotten: number
  wanted: WantedReport
}

/** The desk at this moment: who waits, and who attends. */
export function PresentFigures({ present, forgotten, wanted }: PresentFiguresProps) {
  const { t } = useTexts()
  const { waiting, longestWaitSince, open } = present
  const attending = open.reduce((sum, each) => sum + each.open, 0)
  return (
    <section aria-label={t('deskReport.now')}>
      <Title order={2} size="h4" mb="sm">
        {t('deskReport.now')}
      </Title>
      <SimpleGrid type="container" cols={{ base: 2, '40em': 4 }} spacing="sm" component="dl" m={0}>
        <FigureCard name={t('deskReport.figures.waiting')}>
          <FigureLink shown={{ figure: 'waiting' }} count={waiting} />
        </FigureCard>
        <FigureCard name={t('deskReport.longest')}>
          {longestWaitSince ? <LongestWait since={longestWaitSince} wanted={wanted} /> : '–'}
        </FigureCard>
        <FigureCard name={t('deskReport.figures.open')}>
          <FigureLink shown={{ figure: 'open' }} count={attending} />
        </FigureCard>
        <FigureCard name={t('deskReport.figures.forgotten')}>
          <FigureLink
            shown={{ figure: 'forgotten' }}
            count={forgotten}
            isLeast={forgotten >= FORGOTTEN_SHOWN}
          />
        </FigureCard>
      </SimpleGrid>
      {open.length > 1 && <People open={open} />}
    </section>
  )
}

/** Opens the ticket of the customer who has waited longest. */
function LongestWait({ since, wanted }: { since: string; wanted: WantedReport }) {
  const now = useNow()
  const duration = useDuration()
  const navigate = useNavigateFromHere()
  const open = useMutation({
    mutationFn: () => longestWaiting(wanted),
    onSuccess: (ticket) => ticket && navigate({ to: '/tickets/$uuid', params: { uuid: ticket.uuid } }),
  })
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      onClick={() => open.mutate()}
      className={classes.longest}
    >
      {duration(60 * minutesSince(since, now))}
    </Anchor>
  )
}

const ONLINE: StatusLook = { color: 'green', icon: IconCircleFilled }
const OFFLINE: StatusLook = { color: 'gray', icon: IconCircle }

/** Open tickets of each attendant. Who is online comes first. */
function People({ open }: Pick<DeskReport['now'], 'open'>) {
  const { t } = useTexts()
  const people = open
    .filter((each) => each.online || each.open > 0)
    .sort((one, other) => Number(other.online) - Number(one.online))
  return (
    <Paper withBorder p="sm" mt="sm">
      {people.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('deskReport.nobodyOnline')}
        </Text>
      )}
      <Group component="ul" gap="sm" m={0} p={0} className={classes.people}>
        {people.map(({ userId, name, open: count, online }) => (
          <Group key={userId} component="li" gap={6} wrap="nowrap" miw={0}>
            <span className={classes.presence}>
              <StatusBadge
                look={online ? ONLINE : OFFLINE}
                label={t(online ? 'deskReport.online' : 'deskReport.offline')}
              />
            </span>
            <bdi className={classes.name}>{name}</bdi>
            <Text span fw={600}>
              <FigureLink shown={{ figure: 'open', userId }} count={count} of={name} />
            </Text>
          </Group>
        ))}
      </Group>
    </Paper>
  )
}

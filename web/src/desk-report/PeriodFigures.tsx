import { Button, Group, SimpleGrid, Text, Title } from '@mantine/core'
import type { Figures, ReportFigure } from '@recado/shared/desk-report/report'
import { IconFileDownload } from '@tabler/icons-react'
import { LOCALES } from '../i18n/index.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { useDuration } from '../ui/use-duration.ts'
import { usePercent } from '../ui/use-percent.ts'
import { FigureCard } from './FigureCard.tsx'
import { FigureLink } from './FigureLink.tsx'
import { useReportDownload, type WantedReport } from './queries.ts'

/** What happened in the days of the report. */
export function PeriodFigures({ period, wanted }: { period: Figures; wanted: WantedReport }) {
  const { t } = useTexts()
  const download = useReportDownload()
  return (
    <section aria-label={t('deskReport.period')}>
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={2} size="h4">
          {t('deskReport.period')}
        </Title>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFileDownload size={16} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate(wanted)}
        >
          {t('exports.download')}
        </Button>
      </Group>
      <FigureCards period={period} />
      <Text size="sm" c="dimmed" mt="xs">
        {t('deskReport.timesAre')}
      </Text>
    </section>
  )
}

function FigureCards({ period }: { period: Figures }) {
  const { t } = useTexts()
  const time = useDuration()
  const percent = usePercent()
  const rate = useRate()
  const { opened, closed, reopened, firstResponse, resolution, target, rating } = period
  const link = (figure: ReportFigure, count: number) => <FigureLink shown={{ figure }} count={count} />
  const p90 = (seconds: number | null) =>
    seconds === null ? undefined : t('deskReport.p90', { time: time(seconds) })
  return (
    <SimpleGrid type="container" cols={{ base: 2, '40em': 4 }} spacing="sm" component="dl" m={0}>
      <FigureCard name={t('deskReport.figures.opened')}>{link('opened', opened)}</FigureCard>
      <FigureCard name={t('deskReport.figures.closed')}>{link('closed', closed)}</FigureCard>
      <FigureCard name={t('deskReport.figures.reopened')}>{link('reopened', reopened)}</FigureCard>
      <FigureCard
        name={t('deskReport.target')}
        note={
          target.of > 0 && (
            <>
              {t('deskReport.within')} {link('met', target.met)} · {t('deskReport.beyond')}{' '}
              {link('missed', target.of - target.met)}
            </>
          )
        }
      >
        {target.of > 0 ? percent(target.met, target.of) : '–'}
      </FigureCard>
      <FigureCard name={t('deskReport.firstResponse')} note={p90(firstResponse.p90)}>
        {time(firstResponse.median)}
      </FigureCard>
      <FigureCard name={t('deskReport.resolution')} note={p90(resolution.p90)}>
        {time(resolution.median)}
      </FigureCard>
      <FigureCard
        name={t('deskReport.rating')}
        note={
          rating.asked > 0 && (
            <>
              {t('deskReport.rates')} {link('rated', rating.count)} ·{' '}
              {t('deskReport.share', { share: percent(rating.count, rating.asked) })}
            </>
          )
        }
      >
        {rate(rating.mean)}
      </FigureCard>
    </SimpleGrid>
  )
}

/** Formats a mean rate with one digit: "4,6"; a dash without any. */
export function useRate(): (mean: number | null) => string {
  const { language } = useTexts()
  const format = new Intl.NumberFormat(LOCALES[language], {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
  return (mean) => (mean === null ? '–' : format.format(mean))
}

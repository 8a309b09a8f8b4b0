import { Skeleton, Stack, Text } from '@mantine/core'
import { useTexts } from '../i18n/use-texts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { ListProblem } from '../ui/ListProblem.tsx'
import { LoadMore } from '../ui/LoadMore.tsx'
import { FigureTickets } from './FigureTickets.tsx'
import { useReportTickets } from './queries.ts'
import type { ReportRange, ShownTickets } from './search.ts'

interface TicketsDialogProps {
  shown: ShownTickets
  range: ReportRange
  onClose: () => void
}

/** The tickets that a number of the report counts. */
export function TicketsDialog({ shown, range, onClose }: TicketsDialogProps) {
  const { t } = useTexts()
  const list = useReportTickets(shown, range)
  const content = () => {
    if (list.isPending)
      return Array.from({ length: 4 }, (_, index) => <Skeleton key={index} height={44} aria-hidden />)
    if (list.error && list.records.length === 0)
      return <ListProblem error={list.error} onRetry={list.refetch} isRetrying={list.isFetching} />
    if (list.records.length === 0) return <Text c="dimmed">{t('deskReport.noTickets')}</Text>
    return <FigureTickets tickets={list.records} />
  }
  return (
    <Dialog opened onClose={onClose} size="lg" title={t(`deskReport.figures.${shown.figure}`)}>
      <Stack gap="xs">
        {content()}
        <LoadMore list={list} />
      </Stack>
    </Dialog>
  )
}

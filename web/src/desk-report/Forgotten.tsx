import { Button, Paper, Text, Title } from '@mantine/core'
import type { DeskReport } from '@recado/shared/desk-report/report'
import { FORGOTTEN_SHOWN } from '@recado/shared/desk-report/report'
import { use } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { ShowTickets } from './FigureLink.tsx'
import { FigureTickets } from './FigureTickets.tsx'

/** The tickets whose customers wait longer than the target of the queue, of all queues. */
export function Forgotten({ forgotten }: Pick<DeskReport, 'forgotten'>) {
  const { t } = useTexts()
  const show = use(ShowTickets)
  return (
    <Paper withBorder p="md" component="section" aria-label={t('deskReport.figures.forgotten')}>
      <Title order={2} size="h4" mb={4}>
        {t('deskReport.figures.forgotten')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t(forgotten.length > 0 ? 'deskReport.forgottenHint' : 'deskReport.nobodyForgotten')}
      </Text>
      {forgotten.length > 0 && <FigureTickets tickets={forgotten} />}
      {forgotten.length >= FORGOTTEN_SHOWN && (
        <Button variant="subtle" size="compact-sm" onClick={() => show({ figure: 'forgotten' })}>
          {t('deskReport.showAll')}
        </Button>
      )}
    </Paper>
  )
}

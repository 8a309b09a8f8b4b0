import { Button, Collapse, Group, Paper, Table, Text, Title } from '@mantine/core'
import { useDisclosure, useElementSize } from '@mantine/hooks'
import type { Dashboard } from '@recado/shared/dashboard/dashboard'
import { IconTable } from '@tabler/icons-react'
import { useId } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { useNumbers } from '../ui/use-numbers.ts'
import { Bars } from './Bars.tsx'
import { type Bar, type BarStep, barsOf } from './bars.ts'
import classes from './dashboard.module.css'
import { useBarName } from './use-bar-name.ts'

const TITLES = { day: 'dashboard.perDay', week: 'dashboard.perWeek', month: 'dashboard.perMonth' } as const

/** Messages over time, as a bar chart and as an accessible table. */
export function MessagesChart({ days }: { days: Dashboard['days'] }) {
  const { t } = useTexts()
  const { ref, width } = useElementSize()
  const [isTable, table] = useDisclosure()
  const tableId = useId()
  const { step, bars } = barsOf(days)
  const isAny = bars.some(({ sent }) => sent > 0)
  return (
    <Paper withBorder p="md" component="section" aria-label={t(TITLES[step])}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {t(TITLES[step])}
        </Title>
        {isAny && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={<IconTable size={16} aria-hidden />}
            aria-expanded={isTable}
            aria-controls={tableId}
            onClick={table.toggle}
          >
            {t('dashboard.asTable')}
          </Button>
        )}
      </Group>
      <div ref={ref} className={classes.plot}>
        {isAny && width > 0 && <Bars bars={bars} step={step} width={width} />}
        {!isAny && (
          <Text c="dimmed" className={classes.nothing}>
            {t('dashboard.noMessages')}
          </Text>
        )}
      </div>
      <Collapse expanded={isTable} id={tableId}>
        <BarTable bars={bars} step={step} />
      </Collapse>
    </Paper>
  )
}

function BarTable({ bars, step }: { bars: Bar[]; step: BarStep }) {
  const { t } = useTexts()
  const format = useNumbers()
  const nameOf = useBarName(step)
  return (
    <Table aria-label={t(TITLES[step])} maw={420} mt="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t(`dashboard.${step}`)}</Table.Th>
          <Table.Th scope="col" ta="right">
            {t('dashboard.messages')}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {bars.map((bar) => (
          <Table.Tr key={bar.from}>
            <Table.Td>{nameOf(bar, 'long')}</Table.Td>
            <Table.Td ta="right">{format(bar.sent)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

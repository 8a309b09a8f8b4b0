import { Paper, SimpleGrid, Text } from '@mantine/core'
import type { Dashboard } from '@recado/shared/dashboard/dashboard'
import { type Icon, IconAddressBook, IconSend, IconSpeakerphone } from '@tabler/icons-react'
import { useTexts } from '../i18n/use-texts.ts'
import { useNumbers } from '../ui/use-numbers.ts'
import classes from './dashboard.module.css'

const FIGURES: [keyof Dashboard['counters'], Icon][] = [
  ['lists', IconAddressBook],
  ['campaigns', IconSpeakerphone],
  ['messages', IconSend],
]

/** The number of lists, and of campaigns and messages in the range. */
export function Figures({ counters }: { counters: Dashboard['counters'] }) {
  const { t } = useTexts()
  const format = useNumbers()
  return (
    <SimpleGrid type="container" cols={{ base: 1, '36em': 3 }} component="dl" m={0}>
      {FIGURES.map(([name, Sign]) => (
        <Paper key={name} withBorder p="md" className={classes.figure}>
          <Sign size={30} aria-hidden className={classes.sign} />
          <Text component="dt" size="sm" c="dimmed">
            {t(`dashboard.${name}`)}
          </Text>
          <Text component="dd" m={0} className={classes.number}>
            {format(counters[name])}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  )
}

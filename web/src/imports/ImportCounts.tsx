import { SimpleGrid, Text } from '@mantine/core'
import type { ContactImport } from '@recado/shared/imports/import'
import { useTexts } from '../i18n/use-texts.ts'
import { useNumbers } from '../ui/use-numbers.ts'

const COUNTS = ['read', 'imported', 'duplicated', 'refused'] as const

/** Rows read, imported, duplicated and refused. */
export function ImportCounts({ progress }: { progress: Pick<ContactImport, (typeof COUNTS)[number]> }) {
  const { t } = useTexts()
  const format = useNumbers()
  return (
    <SimpleGrid cols={{ base: 2, xs: 4 }} component="dl" m={0}>
      {COUNTS.map((count) => (
        <div key={count}>
          <Text component="dt" size="sm" c="dimmed">
            {t(`imports.counts.${count}`)}
          </Text>
          <Text component="dd" m={0} size="xl" fw={600} className="figures">
            {format(progress[count])}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  )
}

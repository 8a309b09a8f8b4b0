import { EmptyState } from '@mantine/core'
import { type Icon, IconSearchOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n/use-texts.ts'

interface EmptyListProps {
  icon: Icon
  /** One sentence on the purpose of the list. */
  text: string
  /** Whether a search or filter is set. Then nothing matched, and the list may have records. */
  isFiltered: boolean
  /** A button that adds the first record. */
  children?: ReactNode
}

export function EmptyList({ icon: Sign, text, isFiltered, children }: EmptyListProps) {
  const { t } = useTexts()
  if (isFiltered)
    return <EmptyState icon={<IconSearchOff aria-hidden />} description={t('common.nothingMatches')} />
  return (
    <EmptyState icon={<Sign aria-hidden />} description={text} withIndicatorBackground>
      {children && <EmptyState.Actions>{children}</EmptyState.Actions>}
    </EmptyState>
  )
}

import type { ReactNode } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import type { DrawingName } from './drawings/Drawing.tsx'
import { Nothing } from './Nothing.tsx'

interface EmptyListProps {
  drawing: DrawingName
  /** One sentence on the purpose of the list. */
  text: string
  /** Whether a search or filter is set. Then nothing matched, and the list may have records. */
  isFiltered: boolean
  /** A button that adds the first record. */
  children?: ReactNode
}

export function EmptyList({ drawing, text, isFiltered, children }: EmptyListProps) {
  const { t } = useTexts()
  if (isFiltered) return <Nothing drawing="search" text={t('common.nothingMatches')} />
  return (
    <Nothing drawing={drawing} text={text}>
      {children}
    </Nothing>
  )
}

import { Anchor } from '@mantine/core'
import { createContext, use } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { useNumbers } from '../ui/use-numbers.ts'
import type { ShownTickets } from './search.ts'

/** Opens the tickets of a number. */
export const ShowTickets = createContext<(shown: ShownTickets) => void>(() => undefined)

interface FigureLinkProps {
  shown: ShownTickets
  count: number
  /** There may be more of them. */
  isLeast?: boolean
  /** The number's subject for screen readers: "Ana Lima". */
  of?: string | undefined
}

/** A number that opens its tickets. A zero opens nothing. */
export function FigureLink({ shown, count, of, isLeast = false }: FigureLinkProps) {
  const { t } = useTexts()
  const format = useNumbers()
  const show = use(ShowTickets)
  if (count === 0) return <>{format(count)}</>
  const number = isLeast ? `${format(count)}+` : format(count)
  const name = t(`deskReport.figures.${shown.figure}`)
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      aria-label={t('deskReport.open', { count: number, name: of ? `${name}, ${of}` : name })}
      onClick={() => show(shown)}
    >
      {number}
    </Anchor>
  )
}

import { usePercent } from '../../ui/use-percent.ts'
import { shownPercent } from '../shown-percent.ts'

/** Formats a share in the chosen language, by the one rule of a report: {@link shownPercent}. */
export function useRoundedPercent(): (part: number, whole: number) => string {
  const percent = usePercent()
  return (part, whole) => percent(shownPercent(part, whole), 100)
}

import { useEffect, useState } from 'react'
import { instantOf } from '../../ui/dates.ts'
import { useNow } from '../../ui/use-now.ts'
import { proposedTime } from './campaign-values.ts'
import type { SectionProps } from './use-campaign-form.ts'

/** A proposed time moves on this long before it is reached (ms): its review takes a while. */
const AHEAD_MS = 60_000

interface Proposed {
  form: SectionProps['form']
  zone: string
  isNew: boolean
}

/** Proposes another time for a new campaign whose proposed time is over before the form is done. */
export function useProposedTime({ form, zone, isNew }: Proposed): void {
  const now = useNow()
  const { scheduledAt } = form.values
  const [proposed, setProposed] = useState(isNew ? scheduledAt : null)
  const isOver =
    proposed !== null && scheduledAt === proposed && Date.parse(instantOf(proposed, zone)) < now + AHEAD_MS
  useEffect(() => {
    if (!isOver) return
    const next = proposedTime(zone)
    setProposed(next)
    form.setFieldValue('scheduledAt', next)
    form.resetDirty({ ...form.getInitialValues(), scheduledAt: next })
  }, [isOver, form, zone])
}

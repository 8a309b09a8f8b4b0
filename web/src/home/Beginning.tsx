import { Box, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { cshow } from '../api/session.ts'
import { homeQuery } from '../dashboard/queries.ts'
import { useUser } from '../session/use-session.ts'
import { ConnectionChips } from './ConnectionChips.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { stepsOf } from './first-steps.ts'
import classes from './home.module.css'
import { Needs } from './Needs.tsx'
import { RunningCampaigns } from './RunningCampaigns.tsx'
import { useDismissed } from './use-dismissed.ts'

/** Heights that the parts take before they are loaded, in pixels. Steps are taller where their texts have more lines. */
const STEPS_HEIGHT = { base: 620, sm: 560, md: 350 }
const NOW_HEIGHT = 240

/**
 * The beginning of the dashboard: the first steps until they are done or dismissed, then what runs now, how the
 * connections are and what needs a person. Figures do not depend on it, so an error shows nothing here.
 */
export function Beginning() {
  const { data, isPending } = useQuery({ ...homeQuery, refetchOnMount: 'always' })
  const [isDismissed, dismiss] = useDismissed()
  const isSupport = useUser().support !== null
  const steps = data && stepsOf(data, cshow())
  const isFinished = steps?.every(({ isDone }) => isDone) ?? false
  // Finished once is finished for ever, even if the only list is deleted later.
  useEffect(() => {
    if (isFinished && !isDismissed) dismiss()
  }, [isFinished, isDismissed, dismiss])
  if (isPending)
    return (
      <Box h={isDismissed ? NOW_HEIGHT : STEPS_HEIGHT} mb="lg">
        <Skeleton height="100%" aria-busy />
      </Box>
    )
  if (!data || !steps) return null
  const asksSteps = !isDismissed && !isFinished && !isSupport
  return (
    <Stack gap="md" mb="lg">
      {asksSteps && <FirstSteps steps={steps} onDismiss={dismiss} />}
      {(!asksSteps || data.steps.connection) && (
        <div className={classes.now}>
          {cshow() && <RunningCampaigns />}
          <ConnectionChips />
          <Needs plan={data.plan} className={cshow() ? classes.wide : undefined} />
        </div>
      )}
    </Stack>
  )
}

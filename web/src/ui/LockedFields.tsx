import { Fieldset } from '@mantine/core'
import type { ReactNode } from 'react'

/** Fields that take no input while they are saved: the stored values replace what is typed meanwhile. Shows nothing of its own. */
export const LockedFields = ({ isLocked, children }: { isLocked: boolean; children: ReactNode }) => (
  // Without the browser's own margin and least width of a fieldset.
  <Fieldset variant="unstyled" m={0} miw={0} disabled={isLocked}>
    {children}
  </Fieldset>
)

import { Fieldset } from '@mantine/core'
import type { ReactNode } from 'react'

/** Locks fields during a save, because the stored values replace text that is typed meanwhile. It has no look of its own. */
export const LockedFields = ({ isLocked, children }: { isLocked: boolean; children: ReactNode }) => (
  // Without the browser's own margin and least width of a fieldset.
  <Fieldset variant="unstyled" m={0} miw={0} disabled={isLocked}>
    {children}
  </Fieldset>
)

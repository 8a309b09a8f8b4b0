import { type ReactNode, useCallback, useState } from 'react'
import { later } from '../../ui/later.tsx'
import type { ScheduleDialogProps } from './ScheduleDialog.tsx'

const ScheduleDialog = later(
  async () => (await import('./ScheduleDialog.tsx')).ScheduleDialog,
  ({ onClose }) => onClose(),
)

interface ScheduleDialogOpener {
  open: (asked: Omit<ScheduleDialogProps, 'onClose'>) => void
  dialog: ReactNode
}

/** The dialog that schedules a message, for other pages than that of schedules. */
export function useScheduleDialog(): ScheduleDialogOpener {
  const [asked, setAsked] = useState<Omit<ScheduleDialogProps, 'onClose'>>()
  const open = useCallback((next: Omit<ScheduleDialogProps, 'onClose'>) => setAsked(next), [])
  const dialog = asked && <ScheduleDialog {...asked} onClose={() => setAsked(undefined)} />
  return { open, dialog }
}

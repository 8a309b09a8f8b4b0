import type { KeptMedia } from '@recado/shared/messages/kept-media'
import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { useScheduleDialog } from '../../schedules/form/use-schedule-dialog.tsx'
import { ticketTitle } from '../ticket-title.ts'

interface LaterAnswer {
  ticket: Ticket
  isEnabled: boolean
  text: string
  replyFile: KeptMedia | null
  /** What was written is scheduled. */
  onSaved: () => void
}

/** Schedules what stands in the composer. Groups, and people who are no contact, have no schedules. */
export function useLaterAnswer({ ticket, isEnabled, text, replyFile, onSaved }: LaterAnswer) {
  const { open, dialog } = useScheduleDialog()
  const { contactId, isGroup, name } = ticket
  if (!isEnabled || isGroup || !contactId) return { dialog, schedule: undefined }
  // An audio has no caption, and leaves at once only.
  const file = replyFile?.type === 'audio' ? null : replyFile
  const schedule = () =>
    open({ contact: { contactId, title: ticketTitle(name) }, beginning: { body: text, file }, onSaved })
  return { dialog, schedule }
}

import { Button } from '@mantine/core'
import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { useTexts } from '../../i18n/use-texts.ts'
import { toastInfo } from '../../ui/toast.ts'
import { focusComposerOf } from '../composer-focus.ts'
import { useDeskKey } from '../keyboard/use-desk-key.ts'
import { useAcceptNext } from '../mutations.ts'

/** Accepts the ticket that has waited longest. */
export function NextButton({ onOpened }: { onOpened: (ticket: Ticket) => void }) {
  const { t } = useTexts()
  const next = useAcceptNext()
  const accept = () => {
    if (next.isPending) return
    next.mutate(undefined, {
      onSuccess: (ticket) => {
        if (!ticket) return toastInfo(t('tickets.next.none'), 'no-next-ticket')
        focusComposerOf(ticket.id)
        onOpened(ticket)
      },
    })
  }
  useDeskKey('next', accept)
  return (
    <Button size="xs" loading={next.isPending} onClick={accept}>
      {t('tickets.next.action')}
    </Button>
  )
}

import { Anchor } from '@mantine/core'
import { ticketRoutes } from '@recado/shared/tickets/contract/routes'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useNavigateFromHere } from '../ui/use-navigate-from-here.ts'

interface TicketAnchorProps {
  ticketId: string
  /** What the user clicks. */
  text: string
}

/** Opens the page of a ticket that is known by its id only. */
export function TicketAnchor({ ticketId, text }: TicketAnchorProps) {
  const navigate = useNavigateFromHere()
  const open = useMutation({
    mutationFn: () => call(ticketRoutes.getTicket, { ticketId }),
    onSuccess: ({ uuid }) => navigate({ to: '/tickets/$uuid', params: { uuid }, search: {} }),
  })
  return (
    <Anchor component="button" type="button" inherit fw={600} onClick={() => open.mutate()}>
      {text}
    </Anchor>
  )
}

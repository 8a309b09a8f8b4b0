import { createFileRoute } from '@tanstack/react-router'
import { NoTicketOpen } from '../../tickets/page/NoTicketOpen.tsx'

export const Route = createFileRoute('/_app/tickets/')({ component: NoTicketOpen })

import { Avatar } from '@mantine/core'
import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { IconUsersGroup } from '@tabler/icons-react'
import { NameAvatar } from '../ui/NameAvatar.tsx'

/** The initials of a customer, or a sign for a group. */
export const TicketAvatar = ({ name, isGroup }: Pick<Ticket, 'name' | 'isGroup'>) =>
  isGroup ? (
    <Avatar size={40} color="gray" alt="">
      <IconUsersGroup size={20} aria-hidden />
    </Avatar>
  ) : (
    <NameAvatar size={40} name={name} color="gray" />
  )

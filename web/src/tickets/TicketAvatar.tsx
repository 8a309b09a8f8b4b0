import { Avatar } from '@mantine/core'
import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { IconUsersGroup } from '@tabler/icons-react'
import { NameAvatar } from '../ui/NameAvatar.tsx'

interface TicketAvatarProps extends Pick<Ticket, 'name' | 'isGroup'> {
  /** Pixels. */
  size?: number
}

/** The initials of a customer, or a sign for a group. */
export const TicketAvatar = ({ name, isGroup, size = 40 }: TicketAvatarProps) =>
  isGroup ? (
    <Avatar size={size} color="gray" alt="">
      <IconUsersGroup size={size / 2} aria-hidden />
    </Avatar>
  ) : (
    <NameAvatar size={size} name={name} color="gray" />
  )

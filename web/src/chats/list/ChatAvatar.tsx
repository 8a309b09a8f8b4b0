import { Avatar, Indicator } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { NameAvatar } from '../../ui/NameAvatar.tsx'

interface ChatAvatarProps {
  name: string
  isRoom: boolean
  /** Whether the other user of a conversation of two has a browser open. */
  isOnline: boolean
}

export function ChatAvatar({ name, isRoom, isOnline }: ChatAvatarProps) {
  if (isRoom)
    return (
      <Avatar size={40} color="gray" alt="">
        <IconUsers size={20} aria-hidden />
      </Avatar>
    )
  return (
    <Indicator size={10} offset={5} withBorder color="green" disabled={!isOnline} display="flex">
      <NameAvatar size={40} name={name} color="gray" />
    </Indicator>
  )
}

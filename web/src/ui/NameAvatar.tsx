import { Avatar, type AvatarProps } from '@mantine/core'
import { initialsOf } from './initials.ts'

/** The initials of a name, or a person's outline if it has no letters. Screen readers read the name beside it. */
export function NameAvatar({ name, ...props }: Omit<AvatarProps, 'name' | 'alt'> & { name: string }) {
  return (
    <Avatar alt="" {...props}>
      {initialsOf(name)}
    </Avatar>
  )
}

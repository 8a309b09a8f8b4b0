import { Skeleton, Stack } from '@mantine/core'
import classes from './messages.module.css'

const WIDTHS = [55, 40, 65, 35, 50]

/** A conversation that is being loaded. */
export const MessagesSkeleton = () => (
  <Stack className={classes.list} gap="sm" aria-busy>
    {WIDTHS.map((width, index) => (
      <Skeleton key={width} height={44} width={`${width}%`} ml={index % 2 ? 'auto' : 0} radius="md" />
    ))}
  </Stack>
)

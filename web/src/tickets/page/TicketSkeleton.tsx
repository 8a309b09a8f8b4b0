import { Group, Skeleton, Stack } from '@mantine/core'
import classes from './page.module.css'

export const TicketSkeleton = () => (
  <div className={classes.conversation} aria-busy>
    <Group className={classes.header} wrap="nowrap">
      <Skeleton circle height={40} />
      <Stack gap={6} flex={1}>
        <Skeleton height={16} width="40%" />
        <Skeleton height={12} width="60%" />
      </Stack>
    </Group>
  </div>
)

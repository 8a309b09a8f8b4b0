import type { MantineColor } from '@mantine/core'
import type { Priority } from '@recado/shared/announcements/announcement'

/** As specified (part 1 §9): 1 red, 2 orange, 3 grey. */
export const PRIORITY_COLORS = { 1: 'red', 2: 'orange', 3: 'gray' } as const satisfies Record<
  Priority,
  MantineColor
>

import { Group } from '@mantine/core'
import type { ReactNode } from 'react'

/** Search and filters, under the title and above the content. */
export const FilterBar = ({ children }: { children: ReactNode }) => (
  <Group mb="md" gap="sm" role="search">
    {children}
  </Group>
)

import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from './drawings/Drawing.tsx'

interface NothingProps {
  drawing: DrawingName
  /** What is missing, for a page that shows nothing else. */
  title?: string | undefined
  text?: string
  role?: 'alert'
  /** The button that helps. */
  children?: ReactNode
}

/** Stands where there is nothing to show: a drawing, one sentence and one button, with air. */
export const Nothing = ({ drawing, title, text, role, children }: NothingProps) => (
  <Stack align="center" gap="md" py={48} px="md" role={role}>
    <Drawing name={drawing} />
    <Stack align="center" gap={4} maw={440}>
      {title && (
        <Text fw={600} ta="center">
          {title}
        </Text>
      )}
      {text && (
        <Text size="sm" c="dimmed" ta="center">
          {text}
        </Text>
      )}
    </Stack>
    {children && <Group justify="center">{children}</Group>}
  </Stack>
)

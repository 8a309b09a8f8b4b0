import { Group, Paper, Stack, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

interface CardProps {
  title: string
  /** A link beside the title. */
  more?: ReactNode
  className?: string | undefined
  isLoading?: boolean
  children: ReactNode
}

/** A part of the dashboard's beginning, with its heading. */
export function Card({ title, more, className, isLoading, children }: CardProps) {
  const headingId = useId()
  return (
    <Paper
      component="section"
      withBorder
      p="md"
      className={className}
      aria-labelledby={headingId}
      aria-busy={isLoading}
    >
      <Stack gap="sm">
        <Group justify="space-between" gap="xs" mih={24}>
          <Title order={2} size="h4" id={headingId}>
            {title}
          </Title>
          {more}
        </Group>
        {children}
      </Stack>
    </Paper>
  )
}

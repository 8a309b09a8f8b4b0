import { Stack, Text } from '@mantine/core'
import { DRAWING_NAMES, Drawing } from '../ui/drawings/Drawing.tsx'

export const Drawings = () =>
  DRAWING_NAMES.map((name) => (
    <Stack key={name} gap={4} align="center">
      <Drawing name={name} />
      <Text size="xs" c="dimmed">
        {name}
      </Text>
    </Stack>
  ))

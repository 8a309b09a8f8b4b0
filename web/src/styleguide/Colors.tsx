import { Group, Paper, Stack, Text } from '@mantine/core'

const SURFACES = [
  '--recado-canvas',
  '--mantine-color-body',
  '--recado-raised',
  '--mantine-color-default-border',
]
const MEANINGS = ['green', 'yellow', 'red', 'blue', 'gray'].map((name) => `--mantine-color-${name}-6`)
const CHARTS = [1, 2, 3, 4, 5, 6].map((number) => `--recado-chart-${number}`)

export const Colors = () => (
  <Stack gap="md">
    {[SURFACES, MEANINGS, CHARTS].map((names) => (
      <Group key={names[0]} gap="md">
        {names.map((name) => (
          <Stack key={name} gap={4} w={170}>
            <Paper withBorder h={48} style={{ background: `var(${name})` }} />
            <Text size="xs">{name}</Text>
          </Stack>
        ))}
      </Group>
    ))}
  </Stack>
)

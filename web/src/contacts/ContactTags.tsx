import { Badge, ColorSwatch, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { tagChoicesQuery } from '../tags/queries.ts'

/** The tags of a contact; deleted ones are left out. */
export function ContactTags({ tagIds }: { tagIds: readonly string[] }) {
  const { data = [] } = useQuery(tagChoicesQuery)
  const tags = data.filter(({ id }) => tagIds.includes(id))
  if (tags.length === 0) return null
  return (
    <Group gap={4}>
      {tags.map(({ id, name, color }) => (
        <Badge
          key={id}
          variant="default"
          tt="none"
          leftSection={<ColorSwatch size={10} color={color} aria-hidden />}
        >
          {name}
        </Badge>
      ))}
    </Group>
  )
}

import { SimpleGrid, Skeleton, Stack } from '@mantine/core'

const CARDS = [1, 2, 3, 4, 5, 6, 7, 8]

export const ReportSkeleton = () => (
  <Stack gap="lg" aria-hidden>
    <Skeleton height={80} />
    <Skeleton height={40} />
    <SimpleGrid type="container" cols={{ base: 2, '36em': 4, '84em': 8 }}>
      {CARDS.map((card) => (
        <Skeleton key={card} height={86} />
      ))}
    </SimpleGrid>
    <Skeleton height={240} />
  </Stack>
)

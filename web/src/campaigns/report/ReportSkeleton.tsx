import { SimpleGrid, Skeleton, Stack } from '@mantine/core'

export const ReportSkeleton = () => (
  <Stack gap="lg" aria-hidden>
    <Skeleton height={80} />
    <Skeleton height={220} />
    <SimpleGrid type="container" cols={{ base: 1, '50em': 2 }}>
      <Skeleton height={300} />
      <Skeleton height={300} />
    </SimpleGrid>
    <Skeleton height={240} />
  </Stack>
)

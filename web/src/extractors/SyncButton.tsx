import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { isFetching } from './fetches.ts'
import { useGroups, useSyncGroups } from './queries.ts'

/** Reads the groups of all accounts again. The button is busy until that ends. */
export function SyncButton({ label }: { label: string }) {
  const { data } = useGroups()
  const sync = useSyncGroups()
  return (
    <Button
      leftSection={<IconRefresh size={18} aria-hidden />}
      loading={sync.isPending}
      disabled={data !== undefined && isFetching(data.fetches)}
      onClick={() => sync.mutate()}
    >
      {label}
    </Button>
  )
}

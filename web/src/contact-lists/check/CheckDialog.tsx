import { Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { connectionsQuery } from '../../connections/queries.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useStartCheck } from './queries.ts'

interface CheckDialogProps {
  contactListId: string
  /** Number of unchecked numbers. */
  unknowns: number
  opened: boolean
  onClose: () => void
}

/** Explains a check and its duration before it starts. */
export function CheckDialog({ contactListId, unknowns, opened, onClose }: CheckDialogProps) {
  const { t } = useTexts()
  const start = useStartCheck(contactListId)
  const { data: connections = [] } = useQuery({ ...connectionsQuery, enabled: opened })
  const [chosen, setChosen] = useState<string>()
  const whatsappId = chosen ?? connections.find(({ isDefault }) => isDefault)?.id
  const close = () => {
    start.reset()
    onClose()
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={t('contactLists.check.title', { count: unknowns })}
      action={t('contactLists.check.action')}
      isBusy={start.isPending}
      error={start.error}
      onConfirm={() => !start.isPending && start.mutate(whatsappId, { onSuccess: close })}
      onClose={close}
    >
      <Stack gap="sm">
        <Text>{t('contactLists.check.what')}</Text>
        <Text>{t('contactLists.check.why')}</Text>
        {connections.length > 1 && (
          <Select
            label={t('contactLists.check.connection')}
            data={connections.map(({ id, name }) => ({ value: id, label: name }))}
            value={whatsappId ?? null}
            onChange={(id) => setChosen(id ?? undefined)}
          />
        )}
      </Stack>
    </ConfirmDialog>
  )
}

import { ActionIcon, Text, Tooltip } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTexts } from '../i18n/use-texts.ts'
import { toastSuccess } from '../ui/toast.ts'
import { useNumbers } from '../ui/use-numbers.ts'
import { connectionsQuery, useTestConnection } from './queries.ts'

/** The top bar's test of the default connection. */
export function TestDefaultConnection() {
  const { t } = useTexts()
  const { isTesting, test } = useConnectionTest()
  return (
    <Tooltip label={t('connections.actions.testDefault')}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('connections.actions.testDefault')}
        loading={isTesting}
        onClick={() => test()}
      >
        <IconPlugConnected size={20} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

/** Tests a connection, the default one without an id. An error shows the usual toast. */
export function useConnectionTest() {
  const { t } = useTexts()
  const format = useNumbers()
  const client = useQueryClient()
  const { isPending, mutate } = useTestConnection()
  const test = (whatsappId?: string) => {
    if (isPending) return
    mutate(whatsappId, {
      onSuccess: ({ whatsappId: tested, roundTripMs }) => {
        const name = client.getQueryData(connectionsQuery.queryKey)?.find(({ id }) => id === tested)?.name
        toastSuccess(
          <>
            {t('connections.test.ok')}
            <Text size="xs" c="dimmed">
              {t('connections.test.detail', { name: name ?? '', ms: format(roundTripMs) })}
            </Text>
          </>,
          `tested-${tested}`,
        )
      },
    })
  }
  return { isTesting: isPending, test }
}

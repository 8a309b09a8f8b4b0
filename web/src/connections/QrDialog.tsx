import { Alert, Button, Center, List, Loader, Modal, SimpleGrid, Stack, Text } from '@mantine/core'
import type { Connection } from '@recado/shared/connections/connection'
import { useQuery } from '@tanstack/react-query'
import { QRCodeSVG } from 'qrcode.react'
import { useEffect, useRef } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { useIsLive } from '../realtime/live-status.ts'
import { ListProblem } from '../ui/ListProblem.tsx'
import classes from './QrDialog.module.css'
import { connectionQuery, useSessionAction } from './queries.ts'

interface QrDialogProps {
  whatsappId: string
  /** The code was read: the pushed code became empty (part 1 §4). */
  onScanned: () => void
  onClose: () => void
}

const STEPS = ['1', '2', '3', '4', '5'] as const
/** Without live events the code is asked for; WhatsApp changes it about every 20 seconds. */
const POLL_MS = 3000

export function QrDialog({ whatsappId, onScanned, onClose }: QrDialogProps) {
  const { t } = useTexts()
  const isLive = useIsLive()
  const {
    data: connection,
    error,
    refetch,
    isFetching,
  } = useQuery({
    ...connectionQuery(whatsappId),
    staleTime: 0,
    refetchInterval: isLive ? false : POLL_MS,
  })
  useWhenScanned(connection, onScanned)

  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={
        connection ? t('connections.qr.title', { name: connection.name }) : t('connections.actions.showQr')
      }
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {error && !connection && <ListProblem error={error} onRetry={refetch} isRetrying={isFetching} />}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
        <Code connection={connection} />
        <Stack gap="sm">
          <Text fw={600}>{t('connections.qr.howTo')}</Text>
          <List type="ordered" spacing="sm">
            {STEPS.map((step) => (
              <List.Item key={step}>{t(`connections.qr.step${step}`)}</List.Item>
            ))}
          </List>
        </Stack>
      </SimpleGrid>
    </Modal>
  )
}

function Code({ connection }: { connection: Connection | undefined }) {
  const { t } = useTexts()
  const session = useSessionAction()
  if (connection?.qrcode) {
    return (
      <div className={classes.code}>
        <QRCodeSVG
          value={connection.qrcode}
          size={280}
          marginSize={0}
          role="img"
          aria-label={t('connections.qr.code')}
        />
      </div>
    )
  }
  if (connection?.status === 'DISCONNECTED') {
    return (
      <Stack>
        <Alert color="orange" title={t('connections.status.DISCONNECTED')}>
          {connection.statusReason
            ? t(`connections.reasons.${connection.statusReason}`)
            : t('connections.qr.ended')}
        </Alert>
        <Button
          loading={session.isPending}
          onClick={() => session.mutate({ whatsappId: connection.id, action: 'newQr' })}
        >
          {t('connections.actions.newQr')}
        </Button>
      </Stack>
    )
  }
  return (
    <Center className={classes.code}>
      <Stack align="center" role="status">
        <Loader />
        <Text size="sm" c="#495057">
          {t('connections.qr.waiting')}
        </Text>
      </Stack>
    </Center>
  )
}

/** Tells once that a code which was shown has become empty because a phone read it. */
function useWhenScanned(connection: Connection | undefined, onScanned: () => void): void {
  const hadCode = useRef(false)
  useEffect(() => {
    if (!connection) return
    if (connection.qrcode) {
      hadCode.current = true
      return
    }
    const wasRead = connection.status !== 'DISCONNECTED' && connection.status !== 'qrcode'
    if (wasRead && (hadCode.current || connection.status === 'CONNECTED')) onScanned()
  }, [connection, onScanned])
}

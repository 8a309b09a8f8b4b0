import { SegmentedControl, Stack } from '@mantine/core'
import type { Connection } from '@recado/shared/connections/connection'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useIsLive } from '../../realtime/live-status.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { RecordProblem } from '../../ui/RecordProblem.tsx'
import { connectionQuery } from '../queries.ts'
import { LinkByCode } from './LinkByCode.tsx'
import { LinkByQr } from './LinkByQr.tsx'

export type LinkingWay = 'qr' | 'code'

interface LinkDialogProps {
  whatsappId: string
  way: LinkingWay
  onWay: (way: LinkingWay) => void
  /** Called when a phone read the code, or the code was typed on it. */
  onLinked: () => void
  onDecideNumber: () => void
  onClose: () => void
}

/** Interval for fetching the code without live events (ms). WhatsApp changes it after 60 seconds, later every 20. */
const POLL_MS = 3000

/** Links a phone: by a QR code that it reads, or by a code that is typed on it. */
export function LinkDialog(props: LinkDialogProps) {
  const { whatsappId, way, onWay, onLinked, onDecideNumber, onClose } = props
  const { t } = useTexts()
  const isLive = useIsLive()
  const { data, error, refetch, isFetching } = useQuery({
    ...connectionQuery(whatsappId),
    staleTime: 0,
    refetchInterval: isLive ? false : POLL_MS,
  })
  useEffect(() => {
    if (data && isLinked(data)) onLinked()
  }, [data, onLinked])

  return (
    <Dialog
      opened
      onClose={onClose}
      size="lg"
      title={data ? t('connections.qr.title', { name: data.name }) : t('connections.actions.showQr')}
    >
      <Stack>
        {error && !data ? (
          <RecordProblem error={error} onRetry={refetch} isRetrying={isFetching} />
        ) : (
          <>
            <SegmentedControl
              fullWidth
              aria-label={t('connections.link.way')}
              value={way}
              onChange={(chosen) => onWay(chosen === 'code' ? 'code' : 'qr')}
              data={[
                { value: 'qr', label: t('connections.link.byQr') },
                { value: 'code', label: t('connections.link.byCode') },
              ]}
            />
            {way === 'code' ? (
              <LinkByCode connection={data} whatsappId={whatsappId} onDecideNumber={onDecideNumber} />
            ) : (
              <LinkByQr connection={data} onDecideNumber={onDecideNumber} />
            )}
          </>
        )}
      </Stack>
    </Dialog>
  )
}

/**
 * A pushed code becomes empty when a phone takes it (part 1 §4). Without live events the page may learn that
 * late.
 */
const isLinked = ({ status }: Connection) => status === 'PAIRING' || status === 'CONNECTED'

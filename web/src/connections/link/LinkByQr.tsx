import { Center, SimpleGrid, Stack, Text } from '@mantine/core'
import { type Connection, QR_CODES_BEFORE_GIVING_UP } from '@recado/shared/connections/connection'
import { QRCodeSVG } from 'qrcode.react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useSessionAction } from '../queries.ts'
import { useReason } from '../use-reason.ts'
import classes from './LinkDialog.module.css'
import { hasEnded, LinkingEnd } from './LinkingEnd.tsx'
import { qrCodeWords } from './qr-code-words.ts'
import { Steps } from './Steps.tsx'
import { Waiting } from './Waiting.tsx'

interface LinkByQrProps {
  connection: Connection | undefined
  onDecideNumber: () => void
}

export function LinkByQr({ connection, onDecideNumber }: LinkByQrProps) {
  const { t } = useTexts()
  const session = useSessionAction()
  const reason = useReason(connection)
  const askAnew = () => {
    if (connection && !session.isPending) session.mutate({ whatsappId: connection.id, action: 'newQr' })
  }
  if (connection && hasEnded(connection)) {
    return (
      <LinkingEnd
        connection={connection}
        action={t('connections.actions.newQr')}
        isBusy={session.isPending}
        onAgain={askAnew}
        onDecideNumber={onDecideNumber}
      />
    )
  }
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
      {connection?.qrcode ? (
        <QrCode qrcode={connection.qrcode} number={Math.max(1, connection.retries)} />
      ) : (
        <Center className={classes.paper}>
          {connection?.statusReason === 'OUTDATED_CLIENT' ? (
            <Text size="sm" ta="center" c="#495057" role="status">
              {reason} {t('connections.next.OUTDATED_CLIENT')}
            </Text>
          ) : (
            <Waiting
              text={t('connections.qr.waiting')}
              since={connection?.updatedAt}
              isBusy={session.isPending}
              onAgain={askAnew}
              onPaper
            />
          )}
        </Center>
      )}
      <Steps
        steps={[
          t('connections.qr.step1'),
          t('connections.qr.step2'),
          t('connections.qr.step3'),
          t('connections.qr.step4'),
          t('connections.qr.step5'),
        ]}
      />
    </SimpleGrid>
  )
}

/** @param number place of the code among those that WhatsApp gives before linking ends */
function QrCode({ qrcode, number }: { qrcode: string; number: number }) {
  const { t } = useTexts()
  return (
    <Stack gap="xs">
      <div className={classes.paper}>
        <QRCodeSVG
          value={qrcode}
          size={280}
          marginSize={0}
          role="img"
          aria-label={t('connections.qr.code')}
        />
      </div>
      <Text size="xs" c="dimmed" ta="center" role="status">
        {t(qrCodeWords(number), { number, total: QR_CODES_BEFORE_GIVING_UP })}
      </Text>
    </Stack>
  )
}

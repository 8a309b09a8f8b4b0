import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { Connection } from '@recado/shared/connections/connection'
import { useTexts } from '../../i18n/use-texts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ShownNumber } from '../../ui/ShownNumber.tsx'
import { textOf, toastSuccess } from '../../ui/toast.ts'
import { useAnswerOtherNumber } from '../queries.ts'
import { useCampaignsOn } from './use-campaigns-on.ts'

interface OtherNumberDialogProps {
  connection: Connection
  onClose: () => void
}

/**
 * Asks which number stays after a phone linked another number than the one that campaigns and conversations use.
 */
export function OtherNumberDialog({ connection, onClose }: OtherNumberDialogProps) {
  const { t } = useTexts()
  const answer = useAnswerOtherNumber()
  const { id: whatsappId, name, knownNumber, pendingNumber } = connection
  const say = (accept: boolean) => {
    if (answer.isPending) return
    answer.mutate(
      { whatsappId, accept },
      {
        onSuccess: () => {
          const text = accept ? t('connections.otherNumber.accepted') : t('connections.otherNumber.refused')
          toastSuccess(text, `number-${whatsappId}`)
          onClose()
        },
      },
    )
  }
  const isSaying = (accept: boolean) => answer.isPending && answer.variables.accept === accept
  return (
    <Dialog
      opened
      isBusy={answer.isPending}
      onClose={onClose}
      title={t('connections.otherNumber.title', { name })}
    >
      <Stack>
        <Text>{t('connections.otherNumber.text')}</Text>
        <Group component="dl" m={0} gap="xl">
          <NumberLine term={t('connections.otherNumber.known')} number={knownNumber} />
          <NumberLine term={t('connections.otherNumber.linked')} number={pendingNumber} />
        </Group>
        <WhatStandsOnIt whatsappId={whatsappId} />
        {answer.error && (
          <Alert color="red" role="alert">
            {textOf(answer.error)}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button
            variant="default"
            loading={isSaying(false)}
            disabled={answer.isPending}
            onClick={() => say(false)}
            data-autofocus
          >
            {t('connections.otherNumber.refuse')}
          </Button>
          <Button loading={isSaying(true)} disabled={answer.isPending} onClick={() => say(true)}>
            {t('connections.otherNumber.accept')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

const NumberLine = ({ term, number }: { term: string; number: string | null }) => (
  <div>
    <Text component="dt" size="xs" c="dimmed">
      {term}
    </Text>
    <Text component="dd" m={0} fw={600}>
      {number ? <ShownNumber number={number} /> : '—'}
    </Text>
  </div>
)

function WhatStandsOnIt({ whatsappId }: { whatsappId: string }) {
  const { t } = useTexts()
  const campaigns = useCampaignsOn(whatsappId)
  const names = campaigns.map(({ name }) => name).join(', ')
  return (
    <Stack gap={4}>
      <Text fw={600} size="sm">
        {t('connections.otherNumber.stands')}
      </Text>
      <Text size="sm">
        {campaigns.length > 0
          ? t('connections.otherNumber.campaigns', { count: campaigns.length, names })
          : t('connections.otherNumber.noCampaigns')}
      </Text>
      <Text size="sm">{t('connections.otherNumber.conversations')}</Text>
    </Stack>
  )
}

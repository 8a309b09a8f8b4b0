import { Alert, Button, Group, Text } from '@mantine/core'
import type { SendingStop, StopTrace } from '@recado/shared/campaigns/contract/sending-stop'
import { IconHandStop, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { FormSection } from '../../ui/FormSection.tsx'
import { useZone } from '../../zone/use-zone.ts'
import type { SwitchAction, SwitchOf } from './queries.ts'
import { StopHistory } from './StopHistory.tsx'
import { SwitchDialog } from './SwitchDialog.tsx'

interface SendingSwitchProps {
  of: SwitchOf
  /** The current stop; null while sending is on. */
  stop: SendingStop | null
  history: StopTrace[]
}

/** The switch that stops all sending, its state and its history. */
export function SendingSwitch({ of, stop, history }: SendingSwitchProps) {
  const { t } = useTexts()
  const zone = useZone()
  const [asked, setAsked] = useState<SwitchAction>()
  return (
    <FormSection title={t(`sending.title.${of}`)}>
      <Text size="sm" c="dimmed">
        {t(`sending.purpose.${of}`)}
      </Text>
      {!stop && (
        <Group>
          <Button
            color="red.8"
            leftSection={<IconHandStop size={18} aria-hidden />}
            onClick={() => setAsked('stop')}
          >
            {t(`sending.stop.of.${of}`)}
          </Button>
        </Group>
      )}
      {/* StoppedBanner shows and ends the company's own stop on every page of campaigns. */}
      {stop && of === 'platform' && (
        <>
          <Alert color="red" icon={<IconHandStop aria-hidden />}>
            {t('sending.stopped', {
              name: stop.by.name,
              time: formatDateTime(stop.at, zone),
              reason: stop.reason,
            })}
          </Alert>
          <Group>
            <Button leftSection={<IconPlayerPlay size={18} aria-hidden />} onClick={() => setAsked('resume')}>
              {t('sending.resume.platform')}
            </Button>
          </Group>
        </>
      )}
      <StopHistory history={history} />
      {asked && <SwitchDialog of={of} action={asked} onClose={() => setAsked(undefined)} />}
    </FormSection>
  )
}

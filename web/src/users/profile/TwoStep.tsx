import { Button, Group, Text } from '@mantine/core'
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { BeginTwoStepDialog } from './BeginTwoStepDialog.tsx'
import { EndTwoStepDialog } from './EndTwoStepDialog.tsx'

/** Whether two-step sign-in is on, and a button that switches it. */
export function TwoStep({ isOn }: { isOn: boolean }) {
  const { t } = useTexts()
  const [dialog, setDialog] = useState<'begin' | 'end'>()
  const close = () => setDialog(undefined)
  return (
    <Group justify="space-between" gap="sm">
      <div style={{ flex: '1 1 12rem' }}>
        <Group gap="xs">
          <Text size="sm" fw={500}>
            {t('profile.twoStep.title')}
          </Text>
          <StatusBadge
            look={isOn ? { color: 'green', icon: IconShieldCheck } : { color: 'gray', icon: IconShieldOff }}
            label={isOn ? t('profile.twoStep.on') : t('profile.twoStep.off')}
          />
        </Group>
        <Text size="sm" c="dimmed">
          {t('profile.twoStep.text')}
        </Text>
      </div>
      <Button size="xs" variant="default" onClick={() => setDialog(isOn ? 'end' : 'begin')}>
        {isOn ? t('profile.twoStep.end') : t('profile.twoStep.begin')}
      </Button>
      {dialog === 'begin' && <BeginTwoStepDialog onClose={close} />}
      {dialog === 'end' && <EndTwoStepDialog onClose={close} />}
    </Group>
  )
}

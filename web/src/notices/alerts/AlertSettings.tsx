import { Stack, Switch, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import {
  ALERT_KINDS,
  ALERT_OPTIONS_KEY,
  type AlertKind,
  type AlertOptions,
  parseAlertOptions,
} from './alert-options.ts'
import { playSound } from './sounds.ts'

/** Switches for sounds and the browser's notifications. They are kept in this browser. */
export function AlertSettings() {
  const { t } = useTexts()
  const [options, setOptions] = useLocalStorage<AlertOptions>({
    key: ALERT_OPTIONS_KEY,
    defaultValue: parseAlertOptions(null),
    deserialize: parseAlertOptions,
    getInitialValueInEffect: false,
  })
  const [isRefused, setIsRefused] = useState(false)
  const turnSound = (kind: AlertKind, isOn: boolean) => {
    setOptions({ ...options, sounds: { ...options.sounds, [kind]: isOn } })
    if (isOn) playSound(kind)
  }
  const turnNotifications = async (isOn: boolean) => {
    const isAllowed = isOn && (await Notification.requestPermission()) === 'granted'
    setIsRefused(isOn && !isAllowed)
    setOptions({ ...options, notifications: isAllowed })
  }
  return (
    <Stack gap="xs" p="xs" mb="xs">
      {ALERT_KINDS.map((kind) => (
        <Switch
          key={kind}
          label={t(`notices.alerts.sounds.${kind}`)}
          checked={options.sounds[kind]}
          onChange={(event) => turnSound(kind, event.currentTarget.checked)}
        />
      ))}
      {'Notification' in window && (
        <>
          <Switch
            label={t('notices.alerts.notifications')}
            checked={options.notifications}
            onChange={(event) => turnNotifications(event.currentTarget.checked)}
          />
          {isRefused && (
            <Text size="sm" c="red" role="alert">
              {t('notices.alerts.refused')}
            </Text>
          )}
          <Switch
            label={t('notices.alerts.hidesText')}
            disabled={!options.notifications}
            checked={options.hidesText}
            onChange={(event) => setOptions({ ...options, hidesText: event.currentTarget.checked })}
          />
        </>
      )}
    </Stack>
  )
}

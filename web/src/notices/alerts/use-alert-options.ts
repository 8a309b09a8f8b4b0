import { useLocalStorage } from '@mantine/hooks'
import { useState } from 'react'
import { ALERT_OPTIONS_KEY, type AlertOptions, parseAlertOptions } from './alert-options.ts'

/** The options of this browser, and how to change some of them. */
export function useAlertOptions() {
  const [options, setOptions] = useLocalStorage<AlertOptions>({
    key: ALERT_OPTIONS_KEY,
    defaultValue: parseAlertOptions(null),
    deserialize: parseAlertOptions,
    getInitialValueInEffect: false,
  })
  return { options, change: (some: Partial<AlertOptions>) => setOptions((now) => ({ ...now, ...some })) }
}

export const hasNotifications = (): boolean => 'Notification' in window

/** The browser's notifications. They are asked for by a click, because a browser refuses any other request. */
export function useBrowserNotifications() {
  const { options, change } = useAlertOptions()
  const [isRefused, setIsRefused] = useState(false)
  const turn = async (isOn: boolean): Promise<void> => {
    const isAllowed = isOn && hasNotifications() && (await Notification.requestPermission()) === 'granted'
    setIsRefused(isOn && !isAllowed)
    change({ notifications: isAllowed })
  }
  return {
    isOn: options.notifications,
    isRefused,
    turn,
    allow: () => {
      if (!options.notifications) void turn(true)
    },
  }
}

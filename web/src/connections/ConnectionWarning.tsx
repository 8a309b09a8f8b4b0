import { ThemeIcon, Tooltip } from '@mantine/core'
import { NEEDS_ATTENTION } from '@recado/shared/connections/connection'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { connectionsQuery } from './queries.ts'

/** A shorter loss of a connection shows no warning (part 1 §9), in milliseconds. */
const WARN_AFTER_MS = 2000

/** The menu's badge while a connection needs attention. */
export function ConnectionWarning() {
  const { t } = useTexts()
  const { data } = useQuery(connectionsQuery)
  const needsAttention = data?.some(({ status }) => NEEDS_ATTENTION.includes(status)) ?? false
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(needsAttention), WARN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [needsAttention])

  if (!isShown || !needsAttention) return null
  return (
    <Tooltip label={t('connections.needsAttention')}>
      <ThemeIcon
        color="orange"
        variant="light"
        size="sm"
        radius="xl"
        role="img"
        aria-label={t('connections.needsAttention')}
      >
        <IconAlertTriangle size={14} aria-hidden />
      </ThemeIcon>
    </Tooltip>
  )
}

import { IconEyeOff } from '@tabler/icons-react'
import { useTexts } from '../i18n/use-texts.ts'
import { StatusBadge, type StatusLook } from '../ui/StatusBadge.tsx'

const HIDDEN: StatusLook = { color: 'gray', icon: IconEyeOff }

/** The number of people whose number WhatsApp hides, and why; nothing if there are none. */
export function UnknownNumbers({ count }: { count: number }) {
  const { t } = useTexts()
  if (count === 0) return null
  return (
    <StatusBadge
      look={HIDDEN}
      label={t('extractors.unknown.label', { count })}
      hint={t('extractors.unknown.hint')}
    />
  )
}

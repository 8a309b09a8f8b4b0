import { IconCircleCheck, IconCircleX, IconHelpCircle } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'

/** Whether WhatsApp knows the number; null for an unchecked one. */
export function Validity({ isWhatsappValid }: { isWhatsappValid: boolean | null }) {
  const { t } = useTexts()
  if (isWhatsappValid === null) {
    return (
      <StatusBadge look={{ color: 'gray', icon: IconHelpCircle }} label={t('contacts.validity.unknown')} />
    )
  }
  return isWhatsappValid ? (
    <StatusBadge look={{ color: 'green', icon: IconCircleCheck }} label={t('contacts.validity.valid')} />
  ) : (
    <StatusBadge look={{ color: 'red', icon: IconCircleX }} label={t('contacts.validity.invalid')} />
  )
}

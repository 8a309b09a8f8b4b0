import { ActionIcon } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { useTexts } from '../i18n/use-texts.ts'

interface BackButtonProps {
  className: string | undefined
  /** Where there is no page before this one. */
  onNoHistory: () => void
}

/** One step back in the history. */
export function BackButton({ className, onNoHistory }: BackButtonProps) {
  const { t } = useTexts()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return (
    <ActionIcon
      className={className}
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={t('common.back')}
      onClick={() => (canGoBack ? router.history.back() : onNoHistory())}
    >
      <IconArrowLeft size={20} aria-hidden />
    </ActionIcon>
  )
}

import { Button } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'

interface ImportButtonProps {
  isPrimary: boolean
  /** Takes the focus, in a list that was just created. */
  takesFocus: boolean
  onClick: () => void
}

export function ImportButton({ isPrimary, takesFocus, onClick }: ImportButtonProps) {
  const { t } = useTexts()
  const buttonRef = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus) buttonRef.current?.focus()
  }, [takesFocus])
  return (
    <Button
      ref={buttonRef}
      variant={isPrimary ? 'filled' : 'default'}
      leftSection={<IconFileImport size={18} aria-hidden />}
      onClick={onClick}
    >
      {t('imports.action')}
    </Button>
  )
}

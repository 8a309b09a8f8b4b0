import { Modal, type ModalProps } from '@mantine/core'
import { useTexts } from '../i18n/use-texts.ts'
import { useEscape } from './use-escape.ts'
import { useFocusBack } from './use-focus-back.ts'
import { useIsPhone } from './use-is-phone.ts'

/** A dialog over the page; on a phone it fills the screen. Escape closes only the topmost open dialog. */
export function Dialog({ fullScreen, ...props }: ModalProps) {
  const { t } = useTexts()
  useEscape(props.opened, props.onClose)
  useFocusBack()
  const isPhone = useIsPhone()
  return (
    <Modal
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      fullScreen={fullScreen ?? isPhone}
      {...props}
    />
  )
}

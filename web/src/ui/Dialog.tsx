import { Modal, type ModalProps } from '@mantine/core'
import { useTexts } from '../i18n/use-texts.ts'
import { useEscape } from './use-escape.ts'
import { useFocusBack } from './use-focus-back.ts'
import { useIsPhone } from './use-is-phone.ts'

interface DialogProps extends ModalProps {
  /** A call is running whose answer closes the dialog, or shows an error in it. Until then the dialog stays open. */
  isBusy?: boolean
}

/** A dialog over the page; on a phone it fills the screen. Escape closes only the topmost open dialog. */
export function Dialog({ fullScreen, isBusy = false, onClose, ...props }: DialogProps) {
  const { t } = useTexts()
  const close = () => {
    if (!isBusy) onClose()
  }
  useEscape(props.opened, close)
  useFocusBack()
  const isPhone = useIsPhone()
  return (
    <Modal
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      fullScreen={fullScreen ?? isPhone}
      onClose={close}
      {...props}
    />
  )
}

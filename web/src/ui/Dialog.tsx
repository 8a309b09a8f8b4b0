import { Modal, type ModalProps } from '@mantine/core'
import { useTexts } from '../i18n/use-texts.ts'
import { useEscape } from './use-escape.ts'

/** A dialog over the page. Escape closes only the topmost open dialog. */
export function Dialog(props: ModalProps) {
  const { t } = useTexts()
  useEscape(props.opened, props.onClose)
  return <Modal closeOnEscape={false} closeButtonProps={{ 'aria-label': t('common.close') }} {...props} />
}

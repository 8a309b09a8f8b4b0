import { Portal } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import classes from './attachments.module.css'

/** Covers the conversation while files are over it. */
export function DropOverlay({ box: { left, top, width, height } }: { box: DOMRect }) {
  const { t } = useTexts()
  return (
    <Portal>
      <div className={classes.overlay} style={{ left, top, width, height }}>
        <IconUpload size={36} aria-hidden />
        {t('tickets.files.drop')}
      </div>
    </Portal>
  )
}

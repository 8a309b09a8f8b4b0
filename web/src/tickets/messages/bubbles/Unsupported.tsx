import { IconDeviceMobile } from '@tabler/icons-react'
import { useTexts } from '../../../i18n/use-texts.ts'
import classes from './bubbles.module.css'

export function Unsupported() {
  const { t } = useTexts()
  return (
    <span className={classes.aside}>
      <IconDeviceMobile size={16} aria-hidden /> {t('messages.kinds.unsupported')}
    </span>
  )
}

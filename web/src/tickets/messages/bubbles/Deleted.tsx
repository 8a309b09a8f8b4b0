import { IconBan } from '@tabler/icons-react'
import { useTexts } from '../../../i18n/use-texts.ts'
import classes from './bubbles.module.css'

/** Stands for a message that was deleted for everybody. */
export function Deleted() {
  const { t } = useTexts()
  return (
    <span className={classes.aside}>
      <IconBan size={16} aria-hidden /> {t('tickets.deletedMessage')}
    </span>
  )
}

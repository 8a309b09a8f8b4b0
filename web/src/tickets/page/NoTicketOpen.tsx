import { useTexts } from '../../i18n/use-texts.ts'
import { Nothing } from '../../ui/Nothing.tsx'
import classes from './page.module.css'

export function NoTicketOpen() {
  const { t } = useTexts()
  return (
    <div className={classes.nothing}>
      <Nothing drawing="bubbles" text={t('tickets.nothingOpen')} />
    </div>
  )
}

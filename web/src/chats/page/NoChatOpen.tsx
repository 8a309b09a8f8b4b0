import { useTexts } from '../../i18n/use-texts.ts'
import classes from '../../tickets/page/page.module.css'
import { Nothing } from '../../ui/Nothing.tsx'

export function NoChatOpen() {
  const { t } = useTexts()
  return (
    <div className={classes.nothing}>
      <Nothing drawing="bubbles" text={t('chats.nothingOpen')} />
    </div>
  )
}

import { EmptyState } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import classes from '../../tickets/page/page.module.css'

export function NoChatOpen() {
  const { t } = useTexts()
  return (
    <div className={classes.nothing}>
      <EmptyState
        icon={<IconMessageCircle aria-hidden />}
        description={t('chats.nothingOpen')}
        withIndicatorBackground
      />
    </div>
  )
}

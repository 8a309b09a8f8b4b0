import { EmptyState } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import classes from './page.module.css'

export function NoTicketOpen() {
  const { t } = useTexts()
  return (
    <div className={classes.nothing}>
      <EmptyState
        icon={<IconMessages aria-hidden />}
        description={t('tickets.nothingOpen')}
        withIndicatorBackground
      />
    </div>
  )
}

import { Button } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import classes from './messages.module.css'

/** Leads to the newest message. @param unseen new messages below, which the button counts */
export function ToEndButton({ unseen, onClick }: { unseen: number; onClick: () => void }) {
  const { t } = useTexts()
  return (
    <Button
      className={classes.toEnd}
      size="compact-sm"
      radius="xl"
      variant={unseen > 0 ? 'filled' : 'default'}
      leftSection={<IconArrowDown size={14} aria-hidden />}
      onClick={onClick}
    >
      {unseen > 0 ? t('tickets.newBelow', { count: unseen }) : t('tickets.toEnd')}
    </Button>
  )
}

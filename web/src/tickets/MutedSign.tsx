import { Tooltip } from '@mantine/core'
import { IconBellOff } from '@tabler/icons-react'
import { useTexts } from '../i18n/use-texts.ts'
import classes from './tickets.module.css'

/** A muted group: in no counter, without sound. */
export function MutedSign() {
  const { t } = useTexts()
  const text = t('tickets.group.muted')
  return (
    <Tooltip label={text}>
      <span className={classes.muted} role="img" aria-label={text}>
        <IconBellOff size={14} aria-hidden />
      </span>
    </Tooltip>
  )
}

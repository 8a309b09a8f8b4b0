import { SegmentedControl } from '@mantine/core'
import { useTexts } from '../../i18n/use-texts.ts'
import classes from './finding.module.css'

interface ScopeSwitchProps {
  isWithin: boolean
  onWithin: (isWithin: boolean) => void
}

/** Whether everything is searched, or only the open conversation. */
export function ScopeSwitch({ isWithin, onWithin }: ScopeSwitchProps) {
  const { t } = useTexts()
  return (
    <SegmentedControl
      className={classes.scope}
      size="xs"
      fullWidth
      aria-label={t('tickets.search.where')}
      value={isWithin ? 'within' : 'everywhere'}
      onChange={(chosen) => onWithin(chosen === 'within')}
      data={[
        { value: 'everywhere', label: t('tickets.search.everywhere') },
        { value: 'within', label: t('tickets.search.within') },
      ]}
    />
  )
}

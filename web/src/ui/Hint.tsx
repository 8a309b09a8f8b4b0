import { Box, Tooltip } from '@mantine/core'
import { type Icon, IconInfoCircle } from '@tabler/icons-react'
import classes from './Hint.module.css'

interface HintProps {
  /** What the icon means, for screen readers. Without it they read the text. */
  label?: string
  /** The words on hover and focus. */
  text: string
  icon?: Icon
  /** A CSS colour. */
  color?: string
}

/** An icon whose words show on hover and focus. */
export function Hint({
  text,
  label = text,
  icon: Sign = IconInfoCircle,
  color = 'var(--mantine-color-dimmed)',
}: HintProps) {
  return (
    <Tooltip label={text} multiline maw={280}>
      <Box component="span" role="img" aria-label={label} tabIndex={0} className={classes.hint} c={color}>
        <Sign size={18} aria-hidden />
      </Box>
    </Tooltip>
  )
}

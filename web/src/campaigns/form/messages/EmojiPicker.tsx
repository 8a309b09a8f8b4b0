import { ActionIcon, Popover, Tooltip } from '@mantine/core'
import { IconMoodSmile } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../../i18n/use-texts.ts'
import { EMOJIS } from './emojis.ts'
import classes from './messages.module.css'

/** The emojis that businesses use most. Others come from the keyboard's own picker. */
export function EmojiPicker({ onPick }: { onPick: (emoji: string) => void }) {
  const { t } = useTexts()
  const [opened, setOpened] = useState(false)
  const pick = (emoji: string) => {
    setOpened(false)
    onPick(emoji)
  }
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus shadow="md" position="bottom-start">
      <Popover.Target>
        <Tooltip label={t('campaigns.form.emoji')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="md"
            aria-label={t('campaigns.form.emoji')}
            onClick={() => setOpened((now) => !now)}
          >
            <IconMoodSmile size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p={6} aria-label={t('campaigns.form.emoji')}>
        <div className={classes.emojis}>
          {EMOJIS.map((emoji) => (
            <ActionIcon key={emoji} variant="subtle" color="gray" fz="lg" onClick={() => pick(emoji)}>
              {emoji}
            </ActionIcon>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

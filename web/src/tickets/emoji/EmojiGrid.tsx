import { Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import classes from './emoji.module.css'
import { EMOJI_GROUPS, findEmojis } from './emojis.ts'

/** Emojis in a row of the grid. */
const COLUMNS = 8
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLUMNS, ArrowDown: COLUMNS }

/** Common emojis by group, with a search in all languages. Arrow keys move among them. */
export function EmojiGrid({ onPick }: { onPick: (emoji: string) => void }) {
  const { t, language } = useTexts()
  const [query, setQuery] = useState('')
  const found = findEmojis(query)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const at = buttons.findIndex((button) => button.matches(':focus'))
    event.preventDefault()
    buttons[Math.min(Math.max(at + step, 0), buttons.length - 1)]?.focus()
  }
  return (
    <div className={classes.picker}>
      <TextInput
        size="sm"
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        placeholder={t('tickets.emoji.search')}
        aria-label={t('tickets.emoji.search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        data-autofocus
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys of the buttons inside */}
      <div className={classes.groups} onKeyDown={onKeyDown}>
        {EMOJI_GROUPS.map((group) => {
          const its = found.filter((one) => one.group === group)
          return its.length === 0 ? null : (
            <section key={group} aria-label={t(`tickets.emoji.groups.${group}`)}>
              <Text size="xs" fw={600} c="dimmed" my={4}>
                {t(`tickets.emoji.groups.${group}`)}
              </Text>
              <div className={classes.grid}>
                {its.map(({ emoji, words }) => (
                  <UnstyledButton
                    key={emoji}
                    className={classes.emoji}
                    aria-label={`${emoji} ${words[language]}`}
                    title={words[language]}
                    onClick={() => onPick(emoji)}
                  >
                    {emoji}
                  </UnstyledButton>
                ))}
              </div>
            </section>
          )
        })}
        {found.length === 0 && (
          <Text size="sm" c="dimmed" role="status">
            {t('tickets.emoji.none')}
          </Text>
        )}
      </div>
    </div>
  )
}

import { Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import classes from './SuggestionList.module.css'
import type { Suggestions } from './use-suggestions.ts'

interface SuggestionListProps<T> {
  label: string
  suggestions: Suggestions<T>
  keyOf: (item: T) => string
  /** Says that nothing was found. */
  none?: string
  children: (item: T) => ReactNode
}

/** The open list of suggestions, above the text field that it belongs to. */
export function SuggestionList<T>({ label, suggestions, keyOf, none, children }: SuggestionListProps<T>) {
  const { isOpen, isNone, items, active, listId, optionId, insert } = suggestions
  const { t } = useTexts()
  const activeRef = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isOpen && active >= 0) activeRef.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, active])
  return (
    <>
      {/* The field cannot say that it has a list. */}
      <VisuallyHidden role="status">
        {isOpen && t('common.suggestions', { count: items.length })}
        {isNone && none}
      </VisuallyHidden>
      {isNone && (
        <div className={classes.list} aria-hidden>
          <Text size="sm" c="dimmed" className={classes.none}>
            {none}
          </Text>
        </div>
      )}
      {isOpen && (
        <div id={listId} role="listbox" aria-label={label} className={classes.list}>
          {items.map((item, index) => (
            // Keys belong to the text field, which keeps the focus.
            <UnstyledButton
              key={keyOf(item)}
              ref={index === active ? activeRef : undefined}
              id={optionId(index)}
              role="option"
              aria-selected={index === active}
              tabIndex={-1}
              className={classes.option}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => insert(item)}
            >
              {children(item)}
            </UnstyledButton>
          ))}
        </div>
      )}
    </>
  )
}

import { Accordion, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import classes from './folds.module.css'

interface Fold {
  key: string
  title: string
  /** What it holds, in a word, for when it is folded. */
  state: string
  isFilled: boolean
  /** An error is inside. */
  isFaulty: boolean
  content: ReactNode
}

/** Parts that few fill in. One opens by itself when it is filled, or when an error is inside. */
export function Folds({ folds }: { folds: readonly Fold[] }) {
  const [open, setOpen] = useState(() => folds.flatMap(({ key, isFilled }) => (isFilled ? [key] : [])))
  const faulty = folds.flatMap(({ key, isFaulty }) => (isFaulty ? [key] : [])).join(' ')
  useEffect(() => {
    if (faulty) setOpen((now) => [...new Set([...now, ...faulty.split(' ')])])
  }, [faulty])
  return (
    <Accordion multiple variant="contained" value={open} onChange={setOpen} order={3} classNames={classes}>
      {folds.map(({ key, title, state, content }) => (
        <Accordion.Item key={key} value={key}>
          <Accordion.Control>
            <Group justify="space-between" gap="xs">
              <Text size="sm" fw={500}>
                {title}
              </Text>
              {!open.includes(key) && (
                <Text size="sm" c="dimmed">
                  {state}
                </Text>
              )}
            </Group>
          </Accordion.Control>
          <Accordion.Panel>
            <Stack gap="sm">{content}</Stack>
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  )
}

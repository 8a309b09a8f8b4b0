import { Button, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import type { Step } from './first-steps.ts'
import classes from './home.module.css'

interface FirstStepsProps {
  steps: readonly Step[]
  onDismiss: () => void
}

/** The way from an empty company to its first message, with the next step first in view. */
export function FirstSteps({ steps, onDismiss }: FirstStepsProps) {
  const { t } = useTexts()
  const headingId = useId()
  const done = steps.filter(({ isDone }) => isDone).length
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <Paper component="section" withBorder p={{ base: 'sm', sm: 'lg' }} aria-labelledby={headingId}>
      <Stack gap="md">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h3" id={headingId}>
            {t('home.steps.title')}
          </Title>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={onDismiss}>
            {t('home.steps.dismiss')}
          </Button>
        </Group>
        <Group gap="sm" wrap="nowrap">
          <Progress
            flex={1}
            size="sm"
            value={(done / steps.length) * 100}
            aria-label={t('home.steps.title')}
          />
          <Text size="sm" c="dimmed">
            {t('home.steps.progress', { done, total: steps.length })}
          </Text>
        </Group>
        <ol className={classes.steps}>
          {steps.map((step, index) => (
            <StepRow key={step.key} step={step} number={index + 1} isNext={step === next} />
          ))}
        </ol>
      </Stack>
    </Paper>
  )
}

function StepRow({ step, number, isNext }: { step: Step; number: number; isNext: boolean }) {
  const { t } = useTexts()
  const { key, isDone, link } = step
  return (
    <li className={classes.step} data-done={isDone || undefined}>
      <span className={classes.number} aria-hidden>
        {isDone ? <IconCheck size={16} /> : number}
      </span>
      <div className={classes.words}>
        <Text fw={500}>{t(`home.steps.${key}.title`)}</Text>
        <Text size="sm" c="dimmed">
          {t(`home.steps.${key}.text`)}
        </Text>
      </div>
      {isDone ? (
        <Text size="sm" c="dimmed">
          {t('home.steps.done')}
        </Text>
      ) : (
        <Button
          size="sm"
          variant={isNext ? 'filled' : 'default'}
          renderRoot={(props) => <Link {...link} {...props} />}
        >
          {t(`home.steps.${key}.action`)}
        </Button>
      )}
    </li>
  )
}

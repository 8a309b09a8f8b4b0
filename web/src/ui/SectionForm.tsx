import { Button, Group } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'
import classes from './SectionForm.module.css'

interface SectionFormProps {
  /** Label of the submit button. */
  action: string
  isBusy: boolean
  /** What is wrong with the form as a whole, shown beside the button. */
  problem?: ReactNode
  /** The form has sections with a card each, and is in no card itself. */
  hasCards?: boolean
  onSubmit: FormEventHandler<HTMLFormElement>
  children: ReactNode
}

/** The form of a section of the settings, or of several. Its button is in view however long the form is. */
export const SectionForm = ({ action, isBusy, problem, hasCards, onSubmit, children }: SectionFormProps) => (
  <form noValidate className={classes.form} data-cards={hasCards || undefined} onSubmit={onSubmit}>
    {children}
    <Group justify="flex-end" gap="sm" className={classes.footer}>
      {problem}
      <Button type="submit" loading={isBusy}>
        {action}
      </Button>
    </Group>
  </form>
)

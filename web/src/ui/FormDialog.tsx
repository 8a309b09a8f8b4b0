import { Button, Group, type MantineSize, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type FormEventHandler, type ReactNode, useRef, useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { Dialog } from './Dialog.tsx'
import { DiscardQuestion } from './DiscardQuestion.tsx'
import classes from './FormDialog.module.css'
import { FormProblem } from './FormProblem.tsx'
import { LeaveGuard, type Navigation } from './LeaveGuard.tsx'
import { closesDialog } from './place.ts'

interface FormDialogProps<V extends object> {
  title: string
  /** Label of the submit button. */
  action: string
  form: UseFormReturnType<V>
  error: unknown
  isBusy: boolean
  onSubmit: FormEventHandler<HTMLFormElement>
  onClose: () => void
  /** Width, if it is not the usual one. */
  size?: MantineSize
  children: ReactNode
}

/** A form in a dialog. Closing it, or leaving its page, asks first if typed values would be lost. */
export function FormDialog<V extends object>(props: FormDialogProps<V>) {
  const { title, action, form, error, isBusy, onSubmit, onClose, size, children } = props
  const { t } = useTexts()
  const [isAsking, setIsAsking] = useState(false)
  const isClosing = useRef(false)
  const close = () => {
    if (form.isDirty()) setIsAsking(true)
    else onClose()
  }
  const discard = () => {
    isClosing.current = true
    onClose()
    setTimeout(() => {
      isClosing.current = false
    })
  }
  // A dialog in the URL closes by a navigation, and a successful save may navigate before the dialog is rendered again.
  const loses = ({ current, next }: Navigation) =>
    closesDialog(current, next) && !isClosing.current && !isBusy
  const submit: FormEventHandler<HTMLFormElement> = (event) => {
    // React passes events to the component that opened the dialog, which may be inside another form.
    event.stopPropagation()
    onSubmit(event)
  }
  return (
    <>
      <Dialog opened isBusy={isBusy} onClose={close} title={title} size={size}>
        <form noValidate className={classes.form} onSubmit={submit}>
          <Stack>
            <FormProblem form={form} error={error} />
            {children}
            <Group justify="flex-end" className={classes.buttons}>
              <Button variant="default" onClick={discard} disabled={isBusy}>
                {t('common.cancel')}
              </Button>
              <Button type="submit" loading={isBusy}>
                {action}
              </Button>
            </Group>
          </Stack>
        </form>
      </Dialog>
      <DiscardQuestion opened={isAsking} onDiscard={discard} onClose={() => setIsAsking(false)} />
      <LeaveGuard isDirty={form.isDirty()} text={t('form.discard.text')} loses={loses} />
    </>
  )
}

import { Button, Group, type MantineSize, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type FormEventHandler, type ReactNode, useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Dialog } from './Dialog.tsx'
import { FormProblem } from './FormProblem.tsx'

interface FormDialogProps<V extends object> {
  title: string
  /** What the dialog does, on its button. */
  action: string
  form: UseFormReturnType<V>
  error: unknown
  isBusy: boolean
  onSubmit: FormEventHandler<HTMLFormElement>
  onClose: () => void
  /** How wide it is, where the usual width does not do. */
  size?: MantineSize
  children: ReactNode
}

/** A form in a dialog. Closing it asks first when something was typed that would be lost. */
export function FormDialog<V extends object>(props: FormDialogProps<V>) {
  const { title, action, form, error, isBusy, onSubmit, onClose, size, children } = props
  const { t } = useTexts()
  const [isAsking, setIsAsking] = useState(false)
  const close = () => {
    if (form.isDirty()) setIsAsking(true)
    else onClose()
  }
  const submit: FormEventHandler<HTMLFormElement> = (event) => {
    // React hands events on to where the dialog was opened, which may be within another form.
    event.stopPropagation()
    onSubmit(event)
  }
  return (
    <>
      <Dialog opened onClose={close} title={title} size={size}>
        <form noValidate onSubmit={submit}>
          <Stack>
            <FormProblem form={form} error={error} />
            {children}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {t('common.cancel')}
              </Button>
              <Button type="submit" loading={isBusy}>
                {action}
              </Button>
            </Group>
          </Stack>
        </form>
      </Dialog>
      <ConfirmDialog
        opened={isAsking}
        title={t('form.discard.title')}
        action={t('form.discard.action')}
        danger
        isBusy={false}
        onConfirm={onClose}
        onClose={() => setIsAsking(false)}
      >
        {t('form.discard.text')}
      </ConfirmDialog>
    </>
  )
}

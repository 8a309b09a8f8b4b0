import { NumberInput, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { outsideBounds } from '@recado/shared/retention/due'
import {
  RETAINED,
  type Retained,
  type Retention,
  type RetentionState,
} from '@recado/shared/retention/retention'
import { useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { FormProblem } from '../ui/FormProblem.tsx'
import { FormSection } from '../ui/FormSection.tsx'
import { focusFirstError } from '../ui/form.ts'
import { LeaveGuard } from '../ui/LeaveGuard.tsx'
import { SectionForm } from '../ui/SectionForm.tsx'
import { isShorter, retentionFields, retentionOf } from './days.ts'
import { useSaveRetention } from './queries.ts'

/** The company's retention periods within the bounds. It asks before a change deletes data earlier. */
export function RetentionForm({ state: { chosen, bounds } }: { state: RetentionState }) {
  const { t } = useTexts()
  const [asked, setAsked] = useState<Retention>()
  const save = useSaveRetention(t('retention.saved'))
  const rangeOf = (kind: Retained): string => {
    const { minimum, maximum } = bounds[kind]
    return maximum === null
      ? t('retention.atLeast', { minimum })
      : t('retention.between', { minimum, maximum })
  }
  /** How long an empty field keeps. */
  const longestOf = (kind: Retained): string => {
    const { maximum } = bounds[kind]
    return maximum === null ? t('retention.noLimit') : t('retention.upTo', { maximum })
  }
  const form = useForm({
    initialValues: retentionFields(chosen),
    validate: (values) =>
      Object.fromEntries(outsideBounds(retentionOf(values), bounds).map(({ path }) => [path, rangeOf(path)])),
  })
  const send = (wanted: Retention) =>
    save.mutate(wanted, {
      onSuccess: () => form.resetDirty(retentionFields(wanted)),
      onSettled: () => setAsked(undefined),
    })
  return (
    <FormSection title={t('retention.title')}>
      <LeaveGuard isDirty={form.isDirty()} />
      <SectionForm
        action={t('retention.save')}
        isBusy={save.isPending}
        problem={<FormProblem form={form} error={save.error} />}
        onSubmit={form.onSubmit((values) => {
          const wanted = retentionOf(values)
          if (isShorter(chosen, wanted)) setAsked(wanted)
          else if (!save.isPending) send(wanted)
        }, focusFirstError)}
      >
        <Text mb="md">{t('retention.text')}</Text>
        {RETAINED.map((kind) => (
          <NumberInput
            key={kind}
            label={t(`retention.kinds.${kind}`)}
            description={`${t(`retention.hints.${kind}`)} ${rangeOf(kind)}`}
            placeholder={longestOf(kind)}
            suffix={t('retention.days')}
            allowDecimal={false}
            allowNegative={false}
            hideControls
            mb="sm"
            {...form.getInputProps(kind)}
          />
        ))}
      </SectionForm>
      <ConfirmDialog
        opened={asked !== undefined}
        title={t('retention.confirm.title')}
        action={t('retention.confirm.action')}
        danger
        isBusy={save.isPending}
        onConfirm={() => asked && send(asked)}
        onClose={() => setAsked(undefined)}
      >
        {t('retention.confirm.text')}
      </ConfirmDialog>
    </FormSection>
  )
}

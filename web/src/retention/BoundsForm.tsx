import { Fieldset, NumberInput, SimpleGrid, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { RETAINED, type RetentionBounds, retentionBounds } from '@recado/shared/retention/retention'
import { useTexts } from '../i18n/use-texts.ts'
import { FormProblem } from '../ui/FormProblem.tsx'
import { FormSection } from '../ui/FormSection.tsx'
import { focusFirstError } from '../ui/form.ts'
import { LeaveGuard } from '../ui/LeaveGuard.tsx'
import { SectionForm } from '../ui/SectionForm.tsx'
import { boundsFields, boundsOf } from './days.ts'
import { useSaveBounds } from './queries.ts'

/** For operators: the bounds within which companies choose, in days. */
export function BoundsForm({ bounds }: { bounds: RetentionBounds }) {
  const { t } = useTexts()
  const save = useSaveBounds(t('retention.bounds.saved'))
  const form = useForm({
    initialValues: boundsFields(bounds),
    validate: (values) => {
      const { error } = retentionBounds.safeParse(boundsOf(values))
      const faulty = error?.issues.map(({ path }) => path.join('.')) ?? []
      return Object.fromEntries(faulty.map((field) => [field, t('retention.bounds.faulty')]))
    },
  })
  const field = (name: string) => ({
    suffix: t('retention.days'),
    allowDecimal: false,
    allowNegative: false,
    hideControls: true,
    ...form.getInputProps(name),
  })
  return (
    <FormSection title={t('retention.bounds.title')}>
      <LeaveGuard isDirty={form.isDirty()} />
      <SectionForm
        action={t('retention.bounds.save')}
        isBusy={save.isPending}
        problem={<FormProblem form={form} error={save.error} />}
        onSubmit={form.onSubmit((values) => {
          if (!save.isPending) save.mutate(boundsOf(values), { onSuccess: () => form.resetDirty(values) })
        }, focusFirstError)}
      >
        <Text mb="md">{t('retention.bounds.text')}</Text>
        {RETAINED.map((kind) => (
          <Fieldset key={kind} legend={t(`retention.kinds.${kind}`)} mb="sm">
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <NumberInput label={t('retention.bounds.minimum')} {...field(`${kind}.minimum`)} />
              <NumberInput
                label={t('retention.bounds.maximum')}
                placeholder={t('retention.noLimit')}
                {...field(`${kind}.maximum`)}
              />
            </SimpleGrid>
          </Fieldset>
        ))}
      </SectionForm>
    </FormSection>
  )
}

import { Alert, Button, Group, MultiSelect, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { DAY_MS } from '@recado/shared/calendar/local-time'
import { localDay } from '@recado/shared/calendar/open-time'
import type { Consent } from '@recado/shared/contact-lists/consent'
import { SEARCH_MAX } from '@recado/shared/http/paging'
import type { DeskFilter } from '@recado/shared/imports/desk-filter'
import { cutText } from '@recado/shared/text'
import { useQuery } from '@tanstack/react-query'
import { ConsentFields } from '../contact-lists/consent/ConsentFields.tsx'
import { consentErrors } from '../contact-lists/consent/consent-errors.ts'
import { consentFormValues, consentInputOf } from '../contact-lists/consent/consent-values.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { tagChoicesQuery } from '../tags/queries.ts'
import { QueueSelect } from '../ticket-queues/QueueSelect.tsx'
import { ticketQueuesQuery } from '../ticket-queues/queries.ts'
import { wallTimeOf } from '../ui/dates.ts'
import { focusFirstError } from '../ui/form.ts'
import { type DateRange, RangePicker } from '../ui/RangePicker.tsx'
import { textOf } from '../ui/toast.ts'
import { useNow } from '../ui/use-now.ts'
import { useZone } from '../zone/use-zone.ts'
import { useGatherPeople } from './queries.ts'
import { useBegun, useStarting } from './use-begun.ts'

interface GatherPeopleProps {
  from: DeskFilter['from']
  contactListId: string
  consent: Consent | null
  /** Told whether there is something that closing would lose. */
  onBegun: (isBegun: boolean) => void
  /** Told whether the import is being started. */
  onStarting: (isStarting: boolean) => void
  onStarted: (importId: string) => void
  onClose: () => void
}

const DAYS_PROPOSED = 30

/** Fills a list with people of the company's contacts or tickets. */
export function GatherPeople(props: GatherPeopleProps) {
  const { from, contactListId, consent, onBegun, onStarting, onStarted, onClose } = props
  const { t } = useTexts()
  const [now, zone] = [useNow(), useZone()]
  const gather = useGatherPeople(contactListId)
  const dateOf = (moment: number) => cutText(wallTimeOf(moment, zone), 'YYYY-MM-DD'.length)
  const today = dateOf(now)
  const form = useForm({
    initialValues: {
      searchParam: '',
      tagIds: [] as string[],
      queueIds: [] as string[],
      range: { from: dateOf(now - DAYS_PROPOSED * DAY_MS), to: today },
      consent: consentFormValues(consent),
    },
    validate: ({ consent: said }) => consentErrors(said, { isRequired: true }),
  })
  useBegun(form.isDirty(), onBegun)
  useStarting(gather.isPending, onStarting)
  const start = form.onSubmit(
    ({ searchParam, tagIds, queueIds, range, consent: said }) => {
      if (gather.isPending) return
      const filter: DeskFilter =
        from === 'contacts'
          ? { from, searchParam, tagIds }
          : { from, tagIds, queueIds, ...instantsOf(range, zone) }
      gather.mutate(
        { filter, consent: consentInputOf(said) },
        { onSuccess: ({ importId }) => onStarted(importId) },
      )
    },
    (errors) => focusFirstError(errors),
  )
  return (
    <form onSubmit={start} noValidate>
      <Stack>
        {gather.error && (
          <Alert color="red" role="alert">
            {textOf(gather.error)}
          </Alert>
        )}
        <Text size="sm" c="dimmed">
          {t(`imports.gather.hints.${from}`)}
        </Text>
        {from === 'contacts' ? (
          <TextInput
            label={t('imports.gather.search')}
            maxLength={SEARCH_MAX}
            {...form.getInputProps('searchParam')}
          />
        ) : (
          <>
            <RangePicker
              range={form.values.range}
              today={today}
              onRange={(range) => form.setFieldValue('range', range)}
            />
            <Queues {...form.getInputProps('queueIds')} />
          </>
        )}
        <Tags {...form.getInputProps('tagIds')} />
        <ConsentFields
          values={form.values.consent}
          onChange={(said) => {
            form.setFieldValue('consent', said)
            form.clearFieldError('consent.source')
            form.clearFieldError('consent.date')
          }}
          errors={form.errors}
          isRequired
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={gather.isPending}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={gather.isPending}>
            {t('imports.gather.action')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface ChoiceProps {
  value?: string[]
  onChange?: (ids: string[]) => void
}

function Queues(props: ChoiceProps) {
  const { t } = useTexts()
  const { data: queues = [] } = useQuery(ticketQueuesQuery)
  return <QueueSelect label={t('imports.gather.queues')} queues={queues} {...props} />
}

function Tags(props: ChoiceProps) {
  const { t } = useTexts()
  const { data: tags = [] } = useQuery(tagChoicesQuery)
  return (
    <MultiSelect
      label={t('imports.gather.tags')}
      data={tags.map(({ id, name }) => ({ value: id, label: name }))}
      searchable
      hidePickedOptions
      {...props}
    />
  )
}

/** From the beginning of the first day to the end of the last one. */
const instantsOf = ({ from, to }: DateRange, zone: string) => ({
  openedFrom: new Date(localDay(from, zone).from).toISOString(),
  openedTo: new Date(localDay(to, zone).to).toISOString(),
})

import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { ApiError } from '@recado/shared/http/api-error'
import { queueOfAccepting } from '@recado/shared/tickets/rules/machine'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { textOf } from '../../ui/toast.ts'
import { useNavigateFromHere } from '../../ui/use-navigate-from-here.ts'
import { connectionQueueIds, useDeskActor, useDirectory } from '../directory.ts'
import { useOpenTicket } from '../mutations.ts'
import { isBlocked, OpeningProblem } from './OpeningProblem.tsx'
import { PersonField } from './PersonField.tsx'
import { addressed, type Person, typedPerson } from './person.ts'

interface NewConversationDialogProps {
  /** Undefined to let the user choose. */
  person: Person | undefined
  onClose: () => void
}

/** Room for the choices below the field (px). */
const ROOM_PX = 340

/** Begins a conversation with a contact or a number, over a connection and in one of its queues. */
export function NewConversationDialog({ person: given, onClose }: NewConversationDialogProps) {
  const { t } = useTexts()
  const navigate = useNavigateFromHere()
  const place = usePlace()
  const open = useOpenTicket()
  const [person, setPerson] = useState(given)
  const [words, setWords] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const asksAgain = isBlocked(open.error)
  const faultOfPerson = isMissing ? t('tickets.begin.choose') : numberFault(open.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // React passes events to what opened the dialog, which may be inside another form.
    event.stopPropagation()
    // Enter may come before the number is offered as a choice.
    const chosen = person ?? typedPerson(words)
    setPerson(chosen)
    setIsMissing(!chosen)
    if (!chosen || open.isPending) return
    const { whatsappId, queueId } = place
    open.mutate(
      {
        ...addressed(chosen),
        ...(whatsappId && { whatsappId }),
        ...(queueId && { queueId }),
        ...(asksAgain && { force: true }),
      },
      {
        onSuccess: ({ uuid }) => {
          onClose()
          navigate({ to: '/tickets/$uuid', params: { uuid }, search: {} })
        },
      },
    )
  }
  const choose = (chosen: Person | undefined) => {
    setPerson(chosen)
    setIsMissing(false)
    open.reset()
  }
  return (
    <Dialog opened isBusy={open.isPending} onClose={onClose} title={t('tickets.begin.title')}>
      <form noValidate onSubmit={submit}>
        <Stack mih={given ? undefined : ROOM_PX}>
          {(given || !numberFault(open.error)) && <OpeningProblem error={open.error} onLeave={onClose} />}
          {given ? (
            <Text style={{ overflowWrap: 'anywhere' }}>
              <bdi>{given.title}</bdi>
            </Text>
          ) : (
            <PersonField
              person={person}
              words={words}
              error={faultOfPerson}
              onWords={setWords}
              onChoose={choose}
              onForget={() => choose(undefined)}
            />
          )}
          <PlaceFields place={place} onChange={() => open.reset()} />
          <Group justify="flex-end" mt="auto">
            <Button variant="default" onClick={onClose} disabled={open.isPending}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={open.isPending} data-autofocus={given ? true : undefined}>
              {t(asksAgain ? 'tickets.begin.anyway' : 'tickets.begin.action')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

/** The text for an impossible number. */
const numberFault = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code === 'ERR_WAPP_INVALID_CONTACT' ? textOf(error) : undefined

type Place = ReturnType<typeof usePlace>

/** Over which connection and in which queue: at first the default connection, and the user's only queue there. */
function usePlace() {
  const directory = useDirectory()
  const actor = useDeskActor()
  const [chosenId, setChosenId] = useState<string>()
  const [chosenQueue, setChosenQueue] = useState<{ id: string | null }>()
  const connections = [...directory.connections.values()]
  const whatsappId = chosenId ?? connections.find(({ isDefault }) => isDefault)?.id
  const queueIds = whatsappId ? connectionQueueIds(directory, whatsappId) : []
  const suggested = actor && queueOfAccepting(actor, queueIds)
  return {
    connections,
    queues: queueIds.flatMap((id) => directory.queues.get(id) ?? []),
    whatsappId,
    queueId: chosenQueue ? chosenQueue.id : (suggested ?? null),
    chooseConnection: (id: string) => {
      setChosenId(id)
      setChosenQueue(undefined)
    },
    chooseQueue: (id: string | null) => setChosenQueue({ id }),
  }
}

/** Choices that a company with one connection, or a connection without queues, does not have. */
function PlaceFields({ place, onChange }: { place: Place; onChange: () => void }) {
  const { t } = useTexts()
  const { connections, queues, whatsappId, queueId, chooseConnection, chooseQueue } = place
  const choices = (records: readonly { id: string; name: string }[]) =>
    records.map(({ id, name }) => ({ value: id, label: name }))
  const inside = { withinPortal: false }
  return (
    <>
      {connections.length > 1 && (
        <Select
          label={t('tickets.fields.connection')}
          data={choices(connections)}
          value={whatsappId ?? null}
          onChange={(id) => {
            if (id) chooseConnection(id)
            onChange()
          }}
          comboboxProps={inside}
        />
      )}
      {queues.length > 0 && (
        <Select
          label={t('tickets.begin.queue')}
          placeholder={t('tickets.noQueue')}
          data={choices(queues)}
          value={queueId}
          onChange={chooseQueue}
          clearable
          comboboxProps={inside}
        />
      )}
    </>
  )
}

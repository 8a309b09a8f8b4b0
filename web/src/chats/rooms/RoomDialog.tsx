import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Chat, chatChange } from '@recado/shared/chats/chat'
import { useState } from 'react'
import * as z from 'zod'
import { useTexts } from '../../i18n/use-texts.ts'
import { useMay, useUser } from '../../session/use-session.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { focusFirstError, validatedBy } from '../../ui/form.ts'
import { required } from '../../ui/required.ts'
import { toastSuccess } from '../../ui/toast.ts'
import { useChangeChat } from '../queries.ts'
import { LeaveRoomDialog } from './LeaveRoomDialog.tsx'
import classes from './rooms.module.css'
import { UsersField } from './UsersField.tsx'

interface RoomDialogProps {
  room: Chat
  onLeft: () => void
  onClose: () => void
}

/** Who is in a room. Its maker and admins change it; everybody may leave. */
export function RoomDialog({ room, onLeft, onClose }: RoomDialogProps) {
  const { id: me } = useUser()
  const isAdmin = useMay('drawer-admin-items:view')
  const [isLeaving, setIsLeaving] = useState(false)
  if (isLeaving) return <LeaveRoomDialog room={room} onLeft={onLeft} onClose={() => setIsLeaving(false)} />
  const leave = () => setIsLeaving(true)
  return isAdmin || room.makerId === me ? (
    <ManagedRoom room={room} onLeave={leave} onClose={onClose} />
  ) : (
    <ShownRoom room={room} onLeave={leave} onClose={onClose} />
  )
}

interface RoomProps {
  room: Chat
  onLeave: () => void
  onClose: () => void
}

const roomChange = z.object({ title: chatChange.shape.title.unwrap(), userIds: z.array(z.string()) })

function ManagedRoom({ room, onLeave, onClose }: RoomProps) {
  const { t } = useTexts()
  const { id: me } = useUser()
  const change = useChangeChat(room.id)
  const others = room.users.filter(({ userId }) => userId !== me).map(({ userId }) => userId)
  const form = useForm({
    initialValues: { title: room.title ?? '', userIds: others },
    validate: validatedBy(roomChange),
  })
  const send = (values: typeof form.values) =>
    change.mutate(values, {
      onSuccess: () => {
        toastSuccess(t('chats.room.saved'))
        onClose()
      },
    })
  return (
    <FormDialog
      title={t('chats.room.manage')}
      action={t('common.save')}
      form={form}
      error={change.error}
      isBusy={change.isPending}
      onSubmit={form.onSubmit(send, focusFirstError)}
      onClose={onClose}
    >
      <TextInput
        label={t('chats.room.title')}
        {...required}
        data-autofocus
        {...form.getInputProps('title')}
      />
      <UsersField {...form.getInputProps('userIds')} />
      <LeaveButton isDisabled={change.isPending} onLeave={onLeave} />
    </FormDialog>
  )
}

function ShownRoom({ room, onLeave, onClose }: RoomProps) {
  const { t } = useTexts()
  return (
    <Dialog opened onClose={onClose} title={room.title}>
      <Stack>
        <ul className={classes.users} aria-label={t('chats.room.users')}>
          {room.users.map(({ userId, name }) => (
            <li key={userId}>
              <bdi>{name}</bdi>
              {userId === room.makerId && (
                <Text span size="sm" c="dimmed">
                  {` · ${t('chats.room.maker')}`}
                </Text>
              )}
            </li>
          ))}
        </ul>
        <Text size="sm" c="dimmed">
          {t('chats.room.onlyMaker')}
        </Text>
        <LeaveButton onLeave={onLeave} />
      </Stack>
    </Dialog>
  )
}

interface LeaveButtonProps extends Pick<RoomProps, 'onLeave'> {
  isDisabled?: boolean
}

function LeaveButton({ isDisabled, onLeave }: LeaveButtonProps) {
  const { t } = useTexts()
  return (
    <Group>
      <Button variant="subtle" color="red" px={0} disabled={isDisabled} onClick={onLeave}>
        {t('chats.room.leave')}
      </Button>
    </Group>
  )
}

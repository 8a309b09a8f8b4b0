import { ActionIcon, Button, Popover, Stack, TextInput, Tooltip } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { ticketUuidIn } from './ticket-address.ts'

/** Links a ticket by the address of its page. */
export function LinkTicket({ onLink }: { onLink: (uuid: string) => void }) {
  const { t } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const [address, setAddress] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const link = (event: FormEvent) => {
    event.preventDefault()
    const uuid = ticketUuidIn(address, location.origin)
    setIsWrong(!uuid)
    if (!uuid) return
    setIsOpen(false)
    setAddress('')
    onLink(uuid)
  }
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      trapFocus
      returnFocus
      shadow="md"
      position="top-start"
      width={300}
    >
      <Popover.Target>
        <Tooltip label={t('chats.ticket.link')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('chats.ticket.link')}
            onClick={() => setIsOpen(!isOpen)}
          >
            <IconLink size={20} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('chats.ticket.link')}>
        <form noValidate onSubmit={link}>
          <Stack gap="xs">
            <TextInput
              label={t('chats.ticket.address')}
              description={t('chats.ticket.addressHint')}
              value={address}
              error={isWrong && t('chats.ticket.wrongAddress')}
              onChange={(event) => setAddress(event.currentTarget.value)}
              data-autofocus
            />
            <Button type="submit">{t('chats.ticket.link')}</Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}

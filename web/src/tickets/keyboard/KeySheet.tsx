import { ActionIcon, Kbd, Stack, Switch, Table } from '@mantine/core'
import { IconKeyboard } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { SHEET_ROWS } from './desk-keys.ts'
import { useDeskKey, useSingleKeys } from './use-desk-key.ts'

/** The button that lists the keys of the desk; so does the key `?`. */
export function KeySheet() {
  const { t } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const [takesSingle, setTakesSingle] = useSingleKeys()
  useDeskKey('sheet', () => setIsOpen(true))
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        visibleFrom="sm"
        aria-label={t('tickets.keys.title')}
        onClick={() => setIsOpen(true)}
      >
        <IconKeyboard size={18} aria-hidden />
      </ActionIcon>
      <Dialog opened={isOpen} onClose={() => setIsOpen(false)} title={t('tickets.keys.title')}>
        <Stack>
          <Table>
            <Table.Tbody>
              {SHEET_ROWS.map(([action, keys]) => (
                <Table.Tr key={action}>
                  <Table.Th scope="row" fw="normal">
                    {t(`tickets.keys.${action}`)}
                  </Table.Th>
                  <Table.Td ta="right">
                    <Kbd>{keys}</Kbd>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          <Switch
            label={t('tickets.keys.single')}
            description={t('tickets.keys.singleHint')}
            checked={takesSingle}
            onChange={({ currentTarget: { checked } }) => setTakesSingle(checked)}
          />
        </Stack>
      </Dialog>
    </>
  )
}

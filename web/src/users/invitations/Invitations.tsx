import { Box, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { Invitation } from '@recado/shared/users/invitation'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ListProblem } from '../../ui/ListProblem.tsx'
import { toastSuccess } from '../../ui/toast.ts'
import { DateTime } from '../../zone/DateTime.tsx'
import { MailProblemText } from '../MailProblemText.tsx'
import { invitationsQuery, useRevokeInvitation } from '../queries.ts'

/** Open invitations; nothing without any. */
export function Invitations() {
  const { t } = useTexts()
  const { data, error, refetch, isFetching } = useQuery(invitationsQuery)
  const [toRevoke, setToRevoke] = useState<Invitation>()
  return (
    <>
      {error && (
        <Box mt="xl">
          <ListProblem error={error} onRetry={refetch} isRetrying={isFetching} />
        </Box>
      )}
      {data && data.length > 0 && (
        <Stack component="section" gap="sm" mt="xl" aria-labelledby="invitations">
          <Title order={2} id="invitations" size="h3">
            {t('users.invitations.title')}
          </Title>
          <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
            {data.map((invitation) => (
              <Line key={invitation.id} invitation={invitation} onRevoke={() => setToRevoke(invitation)} />
            ))}
          </Stack>
        </Stack>
      )}
      <RevokeDialog invitation={toRevoke} onClose={() => setToRevoke(undefined)} />
    </>
  )
}

function Line({ invitation, onRevoke }: { invitation: Invitation; onRevoke: () => void }) {
  const { t } = useTexts()
  const { email, mailProblem, profile, expiresAt } = invitation
  return (
    <Paper component="li" withBorder p="sm">
      <Group justify="space-between" gap="sm">
        <div>
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {email ?? t('users.invitations.byLink')}
          </Text>
          <MailProblemText problem={mailProblem} />
          <Text size="sm" c="dimmed">
            {t(`users.profiles.${profile}`)} · {t('users.invitations.until')} <DateTime instant={expiresAt} />
          </Text>
        </div>
        <Button size="xs" variant="default" onClick={onRevoke}>
          {t('users.invitations.revoke')}
        </Button>
      </Group>
    </Paper>
  )
}

interface RevokeDialogProps {
  invitation: Invitation | undefined
  onClose: () => void
}

function RevokeDialog({ invitation, onClose }: RevokeDialogProps) {
  const { t } = useTexts()
  const revoke = useRevokeInvitation()
  const close = () => {
    revoke.reset()
    onClose()
  }
  const confirm = () => {
    if (!invitation || revoke.isPending) return
    revoke.mutate(invitation.id, {
      onSuccess: () => {
        toastSuccess(t('common.done'), `revoked-${invitation.id}`)
        close()
      },
    })
  }
  return (
    <ConfirmDialog
      opened={invitation !== undefined}
      title={t('users.invitations.revokeTitle')}
      action={t('users.invitations.revokeAction')}
      danger
      isBusy={revoke.isPending}
      error={revoke.error}
      onConfirm={confirm}
      onClose={close}
    >
      {t('users.invitations.revokeText')}
    </ConfirmDialog>
  )
}

import { Alert, Button, Stack } from '@mantine/core'
import { ApiError } from '@recado/shared/http/api-error'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { ListProblem } from '../ui/ListProblem.tsx'
import { WhatsAppBubble, WhatsAppText } from '../ui/whatsapp/WhatsAppBubble.tsx'

export function Messages() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Stack gap="sm" align="flex-start">
      {['green', 'yellow', 'red', 'blue', 'gray'].map((color) => (
        <Alert key={color} color={color} icon={<IconInfoCircle aria-hidden />} w="100%">
          Uma mensagem em {color}: o que houve e o que fazer.
        </Alert>
      ))}
      <ListProblem
        error={new ApiError(0, 'ERR_NETWORK', 'Nothing answered')}
        onRetry={() => undefined}
        isRetrying={false}
      />
      <WhatsAppBubble time="09:41">
        <WhatsAppText text="Olá *Maria*, seu pedido saiu para entrega." />
      </WhatsAppBubble>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Abrir uma pergunta
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title="Excluir a lista Clientes?"
        action="Excluir lista"
        danger
        isBusy={false}
        error={null}
        onConfirm={() => setIsOpen(false)}
        onClose={() => setIsOpen(false)}
      >
        A lista e seus 3 contatos serão excluídos.
      </ConfirmDialog>
    </Stack>
  )
}

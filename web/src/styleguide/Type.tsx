import { Anchor, Paper, Stack, Text, Title } from '@mantine/core'

export const Type = () => (
  <Paper withBorder p="md">
    <Stack gap="xs">
      <Title order={3} size="h1">
        Página 28
      </Title>
      <Title order={3} size="h2">
        Seção 20
      </Title>
      <Title order={3}>Cartão 16</Title>
      <Text>Texto corrido 16: Olá, Conceição! Seu pedido nº 1.234 saiu às 09:41.</Text>
      <Text size="sm">Texto de telas 14: e-mail, guarda-chuva.</Text>
      <Text size="sm" className="figures">
        Números que mudam: 1.111 e 9.999, de mesma largura.
      </Text>
      <Text size="xs" c="dimmed">
        Rótulo 12, apagado
      </Text>
      <Anchor href="#">Um link</Anchor>
    </Stack>
  </Paper>
)

import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  PasswordInput,
  Progress,
  Radio,
  SegmentedControl,
  Select,
  SimpleGrid,
  Skeleton,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { SearchBox } from '../ui/SearchBox.tsx'

export const Controls = () => (
  <Stack gap="md">
    <Group gap="sm">
      <Button leftSection={<IconPlus size={18} aria-hidden />}>Ação principal</Button>
      <Button variant="default">Outra ação</Button>
      <Button variant="light">Leve</Button>
      <Button variant="subtle">Discreta</Button>
      <Button color="red">Excluir lista</Button>
      <Button disabled>Desligada</Button>
      <Button loading>Trabalhando</Button>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Excluir">
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </Group>
    <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }}>
      <TextInput label="Campo" description="O que se espera aqui" placeholder="Exemplo" />
      <TextInput label="Com erro" defaultValue="abc" error="Digite um número com DDD" />
      <TextInput label="Desligado" defaultValue="Não se muda" disabled />
      <PasswordInput label="Senha" defaultValue="segredo" />
      <Select label="Escolha" data={['Vendas', 'Suporte']} defaultValue="Vendas" />
      <Textarea label="Texto" defaultValue="Olá {nome}!" rows={2} />
    </SimpleGrid>
    <SearchBox label="Buscar" value="" onSearch={() => undefined} />
    <Group gap="md">
      <Checkbox label="Marcado" defaultChecked />
      <Checkbox label="Livre" />
      <Radio label="Um de vários" defaultChecked />
      <Switch label="Ligado" defaultChecked />
      <SegmentedControl aria-label="Qual" data={['Minhas', 'Todas']} />
    </Group>
    <Progress value={64} aria-label="Progresso" />
    <Skeleton height={44} animate={false} />
  </Stack>
)

import '@mantine/core/styles.css'
import {
  AppShell,
  Button,
  Group,
  MantineProvider,
  NavLink,
  PasswordInput,
  Stack,
  Table,
  TextInput,
  Title,
} from '@mantine/core'
import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { createRoot } from 'react-dom/client'

/**
 * The baseline of `npm run bench -- face`: what a page costs with the same libraries and nothing of our own. It has a login, two
 * pages of 20 rows, and one of 10,000.
 */

const rowsOf = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `Person ${at}`, at }))
const [FEW, MANY] = [rowsOf(20), rowsOf(10_000)]
const ROW_HEIGHT = 44

const root = createRootRoute({ component: Outlet })
const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: Frame })
const routes = [
  createRoute({ getParentRoute: () => root, path: '/login', component: Login }),
  frame.addChildren([
    createRoute({ getParentRoute: () => frame, path: '/', component: () => <Page title="First" /> }),
    createRoute({ getParentRoute: () => frame, path: '/second', component: () => <Page title="Second" /> }),
    createRoute({ getParentRoute: () => frame, path: '/rows', component: Rows }),
  ]),
]
const router = createRouter({ routeTree: root.addChildren(routes) })

function Frame() {
  return (
    <AppShell header={{ height: 56 }} navbar={{ width: 240, breakpoint: 'sm' }} padding="md">
      <AppShell.Header>
        <Title order={2}>Bare</Title>
      </AppShell.Header>
      <AppShell.Navbar>
        <NavLink component={Link} to="/" label="First" />
        <NavLink component={Link} to="/second" label="Second" />
      </AppShell.Navbar>
      <AppShell.Main>
        <Outlet />
      </AppShell.Main>
    </AppShell>
  )
}

function Login() {
  return (
    <Stack maw={320} mx="auto">
      <Title>Sign in</Title>
      <TextInput label="E-mail" />
      <PasswordInput label="Password" />
      <Button>Sign in</Button>
    </Stack>
  )
}

function Page({ title }: { title: string }) {
  return (
    <>
      <Group justify="space-between">
        <Title>{title}</Title>
        <Button>New</Button>
      </Group>
      <Table>
        <Table.Tbody>
          {FEW.map((row) => (
            <Row key={row.at} {...row} />
          ))}
        </Table.Tbody>
      </Table>
    </>
  )
}

function Rows() {
  const rows = useWindowVirtualizer({ count: MANY.length, estimateSize: () => ROW_HEIGHT, overscan: 10 })
  const shown = rows.getVirtualItems()
  const before = shown[0]?.start ?? 0
  const after = rows.getTotalSize() - (shown.at(-1)?.end ?? 0)
  return (
    <Table aria-label="Rows">
      <Table.Tbody>
        <tr style={{ height: before }} />
        {shown.map(({ index }) => {
          const row = MANY[index]
          return row && <Row key={row.at} {...row} />
        })}
        <tr style={{ height: after }} />
      </Table.Tbody>
    </Table>
  )
}

const Row = ({ name, at }: { name: string; at: number }) => (
  <Table.Tr h={ROW_HEIGHT}>
    <Table.Td>{name}</Table.Td>
    <Table.Td>{at}</Table.Td>
    <Table.Td>Sent</Table.Td>
    <Table.Td>
      <Button size="xs" variant="subtle">
        Open
      </Button>
    </Table.Td>
  </Table.Tr>
)

const place = document.getElementById('root')
if (place)
  createRoot(place).render(
    <MantineProvider>
      <RouterProvider router={router} />
    </MantineProvider>,
  )

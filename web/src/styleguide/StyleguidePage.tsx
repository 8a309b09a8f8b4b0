import { SimpleGrid, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Badges } from './Badges.tsx'
import { Colors } from './Colors.tsx'
import { Controls } from './Controls.tsx'
import { Drawings } from './Drawings.tsx'
import { Lists } from './Lists.tsx'
import { Messages } from './Messages.tsx'
import { Type } from './Type.tsx'

/** Every component in its states, for who builds the app. Its texts are examples, and not translated. */
export const StyleguidePage = () => (
  <>
    <PageHeader title="Styleguide" />
    <Stack gap="xl">
      <Part title="Type">
        <Type />
      </Part>
      <Part title="Colours">
        <Colors />
      </Part>
      <Part title="Badges">
        <Badges />
      </Part>
      <Part title="Controls">
        <Controls />
      </Part>
      <Part title="Messages">
        <Messages />
      </Part>
      <Part title="Lists">
        <Lists />
      </Part>
      <Part title="Nothing to show">
        <SimpleGrid cols={{ base: 2, md: 4 }}>
          <Drawings />
        </SimpleGrid>
      </Part>
    </Stack>
  </>
)

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <Title order={2} mb="sm">
      {title}
    </Title>
    {children}
  </section>
)

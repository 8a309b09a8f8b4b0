import { Accordion, Anchor, List, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { cshow } from '../api/session.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { useMay } from '../session/use-session.ts'
import { ListProblem } from '../ui/ListProblem.tsx'
import { type Guide, TOPICS, type Topic, type TopicPage } from './guides/guides.ts'
import { guidesQuery } from './guides/query.ts'
import classes from './helps.module.css'

/** The steps of each job in words. Topics of campaigns are only for companies that have them. */
export function WrittenHelp() {
  const { language } = useTexts()
  const { data, error, refetch, isFetching } = useQuery(guidesQuery(language))
  if (!data) {
    if (!error) return <Skeleton height={360} aria-busy />
    return <ListProblem error={error} onRetry={refetch} isRetrying={isFetching} />
  }
  const topics = (Object.keys(TOPICS) as Topic[]).filter((topic) => cshow() || !TOPICS[topic].ofCampaigns)
  return (
    <Accordion variant="separated" classNames={{ item: classes.item }} order={2}>
      {topics.map((topic) => (
        <Accordion.Item key={topic} value={topic}>
          <Accordion.Control>{data[topic].title}</Accordion.Control>
          <Accordion.Panel>
            <Steps guide={data[topic]} page={TOPICS[topic]} />
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  )
}

function Steps({ guide: { steps, note }, page }: { guide: Guide; page: TopicPage }) {
  const { t } = useTexts()
  const mayAdminister = useMay('drawer-admin-items:view')
  return (
    <Stack gap="sm" align="flex-start">
      <List type="ordered" spacing={6} size="sm">
        {steps.map((step) => (
          <List.Item key={step}>{step}</List.Item>
        ))}
      </List>
      <Text size="sm" c="dimmed">
        {note}
      </Text>
      {(mayAdminister || !page.ofAdmins) && (
        <Anchor size="sm" fw={600} renderRoot={(props) => <Link {...page.link} {...props} />}>
          {t('helps.open')}
        </Anchor>
      )}
    </Stack>
  )
}

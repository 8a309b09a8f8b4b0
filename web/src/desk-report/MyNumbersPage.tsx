import { useTexts } from '../i18n/use-texts.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { DeskReportView } from './DeskReportView.tsx'
import type { ReportSearch } from './search.ts'

interface MyNumbersPageProps {
  search: ReportSearch
  onSearch: (search: ReportSearch) => void
}

/** An attendant's own figures. */
export function MyNumbersPage(props: MyNumbersPageProps) {
  const { t } = useTexts()
  return (
    <>
      <PageHeader title={t('deskReport.mine')} />
      <DeskReportView {...props} isOwn />
    </>
  )
}

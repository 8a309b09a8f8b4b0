import { createFileRoute } from '@tanstack/react-router'
import { ExtractedContactsPage } from '../../../extractors/ExtractedContactsPage.tsx'

export const Route = createFileRoute('/_app/_cshow/extract-contacts')({ component: ExtractedContactsPage })

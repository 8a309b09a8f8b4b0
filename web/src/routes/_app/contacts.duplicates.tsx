import { createFileRoute } from '@tanstack/react-router'
import { DuplicatesPage } from '../../contacts/duplicates/DuplicatesPage.tsx'

export const Route = createFileRoute('/_app/contacts/duplicates')({ component: DuplicatesPage })

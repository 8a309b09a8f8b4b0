import { createFileRoute } from '@tanstack/react-router'
import { HelpsPage } from '../../helps/HelpsPage.tsx'

export const Route = createFileRoute('/_app/helps')({ component: HelpsPage })

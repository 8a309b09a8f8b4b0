import { createFileRoute } from '@tanstack/react-router'
import { NotFound } from '../../ui/PageProblem.tsx'

/** Any other path: told within the frame, so that the menu is at hand. */
export const Route = createFileRoute('/_app/$')({ component: NotFound })

import { useRouter } from '@tanstack/react-router'

/** Tells whether the page of this record is still shown, for what follows the answer to a call. */
export function useIsShown(id: string): () => boolean {
  const router = useRouter()
  return () => router.state.location.pathname.endsWith(`/${id}`)
}

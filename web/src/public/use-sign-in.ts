import { ApiError } from '@recado/shared/http/api-error'
import { useMutation } from '@tanstack/react-query'
import { loadSchemas } from '../api/load-schemas.ts'
import { afterSubmitDelay } from '../ui/form.ts'

type Credentials = Parameters<Awaited<ReturnType<typeof loadSigningIn>>['signIn']>[0]

/** Signs in. A user with two-step sign-in is asked for the code afterwards. */
export function useSignIn(onSignedIn: () => void) {
  const { mutate, reset, error, isPending, variables } = useMutation({
    mutationFn: afterSubmitDelay(async (credentials: Credentials) =>
      (await loadSigningIn()).signIn(credentials),
    ),
    onSuccess: onSignedIn,
    meta: { showsItsError: true },
  })
  const asked = error instanceof ApiError ? error.code : undefined
  // The code field stays in the page while the code is checked.
  const isTryingCode = isPending && variables.code !== undefined
  return {
    signIn: mutate,
    reset,
    isPending,
    /** The password was right; only the code is missing. */
    asksForCode: asked === 'ERR_TOTP_REQUIRED' || asked === 'ERR_TOTP_INVALID' || isTryingCode,
    /** The error to show. */
    refusal: asked === 'ERR_TOTP_REQUIRED' ? null : error,
  }
}

/** What signing in needs: fetched while the user types. */
export async function loadSigningIn() {
  await loadSchemas()
  return import('../api/session.ts')
}

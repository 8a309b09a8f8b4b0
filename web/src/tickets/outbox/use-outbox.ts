import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ownerOf } from '../../session/owner.ts'
import { useUser } from '../../session/use-session.ts'
import { type Outbox, openOutbox } from './outbox.ts'

let current: Outbox | undefined

/** Sends what waits in the outbox as long as a user is signed in, whatever page is open. */
export function useOutboxSending(): void {
  const client = useQueryClient()
  const { id, companyId } = useUser()
  useEffect(() => {
    if (!id) return
    const outbox = openOutbox(client, ownerOf({ id, companyId }))
    current = outbox
    return () => {
      current = undefined
      outbox.close()
    }
  }, [client, id, companyId])
}

/** The outbox of the signed-in user. */
export function openedOutbox(): Outbox {
  if (!current) throw new Error('Nobody is signed in')
  return current
}

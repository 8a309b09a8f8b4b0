import { useEffect } from 'react'

/** Tells the import dialog whether closing it would lose something that the user chose or answered. */
export function useBegun(isBegun: boolean, onBegun: (isBegun: boolean) => void): void {
  useEffect(() => {
    onBegun(isBegun)
    return () => onBegun(false)
  }, [onBegun, isBegun])
}

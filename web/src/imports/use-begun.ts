import { useEffect } from 'react'

/** Tells the import dialog whether closing it would lose something that the user chose or answered. */
export function useBegun(isBegun: boolean, onBegun: (isBegun: boolean) => void): void {
  useEffect(() => {
    onBegun(isBegun)
    return () => onBegun(false)
  }, [onBegun, isBegun])
}

/** Tells the import dialog whether an import is being started. Until the answer the dialog stays open. */
export function useStarting(isStarting: boolean, onStarting: (isStarting: boolean) => void): void {
  useEffect(() => {
    onStarting(isStarting)
    return () => onStarting(false)
  }, [onStarting, isStarting])
}
